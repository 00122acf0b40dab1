// `raceward cele show`: shows the program as the static route sees it.
#include "Cele.h"
#include "CeleFlags.h"
#include "Messages.h"
#include "OutputFile.h"
#include "Suggest.h"
#include "Values.h"
#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "raceward/cele/Load.h"
#include "raceward/cele/Show.h"
#include "raceward/cele/Unroll.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

constexpr std::uint32_t kUsualUnroll = 2;
/// Graphviz may take very long for large graphs.
constexpr double kDrawSeconds = 120;

Result<cele::Picture> pictureFrom(const CeleShow &show) {
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

Result<cele::Source> unrolledFrom(const std::vector<std::string> &files, const std::string &bound) {
  if (files.size() > 1)
    return fail(Error::Kind::Usage, "cele show takes one program at a time");
  const Result<std::uint32_t> count = countFrom("--unroll", bound);
  if (!count)
    return fail(count.error());
  const Result<cele::Loaded> loaded = cele::load(files.empty() ? "-" : files.front());
  if (!loaded)
    return fail(loaded.error());
  std::optional<cele::Source> unrolled =
      cele::unroll(loaded->source, *count == 0 ? kUsualUnroll : *count);
  if (!unrolled)
    return fail(Error::Kind::Resource, "the program becomes too large when its loops are unrolled",
                "a smaller --unroll");
  return std::move(*unrolled);
}

Result<std::string> svgFrom(const std::string &dot) {
  Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return fail(folder.error());
  const std::string file = folder->path() + "/graph.dot";
  if (const Result<void> written = writeFileAtomically(file, dot); !written)
    return fail(written.error());
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

Result<std::string> shown(const CeleShow &show, const std::vector<std::string> &files) {
  static const std::array<std::string, 3> kFormats{"text", "dot", "svg"};
  const std::string format = show.format.empty() ? kFormats[0] : show.format;
  if (std::find(kFormats.begin(), kFormats.end(), format) == kFormats.end())
    return fail(Error::Kind::Usage, "there is no format '" + format + "'",
                suggestOneOf(format, kFormats));
  const Result<cele::Picture> picture = pictureFrom(show);
  if (!picture)
    return fail(picture.error());
  const Result<cele::Encoding> encoding = encodingFrom(show.encoding);
  if (!encoding)
    return fail(encoding.error());
  const Result<cele::Source> unrolled = unrolledFrom(files, show.unroll);
  if (!unrolled)
    return fail(unrolled.error());
  if (format == "text")
    return cele::showText(*unrolled, *picture, *encoding);
  Result<std::string> dot = cele::showDot(*unrolled, *picture);
  return dot && format == "svg" ? svgFrom(*dot) : std::move(dot);
}

} // namespace

void CeleShow::declare(OptionParser &parser) {
  parser.flag("--cfg", cfg, "show: blocks, and conflict edges between threads");
  parser.flag("--ssa", ssa, "show: with versions of variables");
  parser.flag("--cssa", cssa, "show: with a choice where threads meet");
  parser.flag("--constraints", constraints, "show: what the solver is asked");
  parser.value("--unroll", "N", unroll, "show: follow each loop N times (2)");
  parser.value("--cele-encoding", "E", encoding, "show: pi, edges, one-edge or exact (default)");
  parser.value("--format", "F", format, "show: text (default), dot, or svg (by Graphviz)");
  parser.value("-o,--output", "FILE", output, "show: write to FILE");
}

int CeleShow::run(const std::vector<std::string> &files) const {
  const Result<OutputFile> to = OutputFile::to("--output", output);
  if (!to)
    return static_cast<int>(printError(to.error()));
  const Result<std::string> text = shown(*this, files);
  if (!text)
    return static_cast<int>(printError(text.error()));
  const Result<void> done = to->wanted() ? to->write(*text) : printResult(*text);
  return done ? 0 : static_cast<int>(printError(done.error()));
}

} // namespace raceward
