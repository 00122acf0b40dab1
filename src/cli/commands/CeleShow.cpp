// `raceward cele show`: what the static route makes of a program.
#include "commands/Cele.h"
#include "output/OutputFile.h"
#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "raceward/cele/Load.h"
#include "raceward/cele/Show.h"
#include "raceward/cele/Unroll.h"
#include "terminal/Messages.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

/// Graphviz may take very long over large graphs.
constexpr double kDrawSeconds = 120;

Result<cele::Picture> pictureFrom(const OptionValues &show) {
  const std::array<std::pair<bool, cele::Picture>, 4> asked{
      {{show.cfg, cele::Picture::Cfg},
       {show.ssa, cele::Picture::Ssa},
       {show.cssa, cele::Picture::Cssa},
       {show.constraints, cele::Picture::Constraints}}};
  const auto isAsked = [](const auto &it) { return it.first; };
  if (std::count_if(asked.begin(), asked.end(), isAsked) != 1)
    return fail(Error::Kind::Usage, "cele show needs to know what to show",
                "one of --cfg, --ssa, --cssa, --constraints");
  return std::find_if(asked.begin(), asked.end(), isAsked)->second;
}

Result<cele::Source> unrolledFrom(const std::vector<std::string> &files, std::uint32_t bound) {
  if (files.size() > 1)
    return fail(Error::Kind::Usage, "cele show takes one program at a time");
  RW_ASSIGN_OR_RETURN(const cele::Loaded loaded, cele::load(files.empty() ? "-" : files.front()));
  std::optional<cele::Source> unrolled = cele::unroll(loaded.source, bound);
  if (!unrolled)
    return fail(Error::Kind::Resource, "the program becomes too large when its loops are unrolled",
                "a smaller --unroll");
  return std::move(*unrolled);
}

Result<std::string> svgFrom(const std::string &dot) {
  RW_ASSIGN_OR_RETURN(const TemporaryDirectory folder, TemporaryDirectory::create());
  const std::string file = folder.path() + "/graph.dot";
  RW_RETURN_IF_ERROR(writeFileAtomically(file, dot));
  std::string svg;
  std::string errors;
  ProcessWatch watch;
  watch.limits.wallSeconds = kDrawSeconds;
  watch.onOutput = [&](std::string_view piece) { svg += piece; };
  watch.onErrors = [&](std::string_view piece) { errors += piece; };
  const Result<ProcessEnd> end = runCommand({"dot", "-Tsvg", file}, watch);
  if (!end)
    return fail(Error::Kind::Setup, "cannot run 'dot' of Graphviz: " + end.error().message,
                "install it (Debian: apt install graphviz), or take --format dot");
  if (end->kind == ProcessEnd::Kind::TimeLimit)
    return fail(Error::Kind::Resource, "the graph is too large to draw", "take --format dot");
  if (!end->succeeded())
    return fail(Error{Error::Kind::Setup, "'dot' of Graphviz failed", std::move(errors),
                      "take --format dot"});
  return svg;
}

Result<std::string> shown(const OptionValues &options, const std::vector<std::string> &files) {
  RW_ASSIGN_OR_RETURN(const cele::Picture picture, pictureFrom(options));
  RW_ASSIGN_OR_RETURN(const cele::Source unrolled, unrolledFrom(files, *options.unroll));
  if (options.pictureFormat == PictureFormat::Text)
    return cele::showText(unrolled, picture, *options.celeEncoding);
  Result<std::string> dot = cele::showDot(unrolled, picture);
  return dot && options.pictureFormat == PictureFormat::Svg ? svgFrom(*dot) : std::move(dot);
}

} // namespace

Result<int> runCeleShow(const OptionValues &options, const std::vector<std::string> &files) {
  RW_ASSIGN_OR_RETURN(const OutputFile to, OutputFile::to("--output", options.pictureFile));
  RW_ASSIGN_OR_RETURN(const std::string text, shown(options, files));
  RW_RETURN_IF_ERROR(to.wanted() ? to.write(text) : printResult(text));
  return 0;
}

} // namespace raceward
