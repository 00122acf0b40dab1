// `raceward annotate`: the discipline of locks that was proved, as attributes in the sources.
#include "commands/Commands.h"
#include "commands/ProgramText.h"
#include "options/LoadOptions.h"
#include "output/OutputFile.h"
#include "raceward/annotate/Annotate.h"
#include "raceward/annotate/Patch.h"
#include "raceward/base/File.h"
#include "raceward/base/Json.h"
#include "raceward/base/Text.h"
#include "raceward/prove/Discipline.h"
#include "terminal/Messages.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace raceward {

namespace {

namespace fs = std::filesystem;

constexpr int kWrongHint = 1;

/// The program's own files: those that were given, and headers below the current folder.
SourceTexts sourcesFor(const Discipline &discipline, const std::string &folder) {
  std::set<std::string> paths(discipline.files.begin(), discipline.files.end());
  const auto add = [&](const SourcePosition &at) {
    const fs::path relative = fs::path(at.file).lexically_relative(folder);
    if (at.known() && !relative.empty() && *relative.begin() != "..")
      paths.insert(at.file);
  };
  for (const GuardedVariable &each : discipline.variables)
    add(each.declared);
  for (const FunctionDiscipline &each : discipline.functions)
    add(each.declared);
  for (const std::string &header : discipline.headers)
    add({header, 1, 0});
  SourceTexts sources;
  for (const std::string &path : paths)
    if (Result<std::string> text = readFile(path); text && !text->empty())
      sources.emplace(path, std::move(*text));
  return sources;
}

/// Compiles with other texts in the place of files, without writing into the program's folders.
class Overlay {
public:
  Overlay(const LoadRequest &request, std::string folder)
      : request_(request), folder_(std::move(folder)) {}

  Result<std::string> messages(const SourceTexts &texts) const {
    Json roots = Json::array();
    std::map<std::string, std::string> copies;
    for (const auto &[path, text] : texts) {
      const std::string copy = folder_ + "/" + std::to_string(copies.size());
      copies[copy] = path;
      RW_RETURN_IF_ERROR(writeFileAtomically(copy, text));
      roots.push_back({{"type", "file"}, {"name", path}, {"external-contents", copy}});
    }
    const std::string list = folder_ + "/overlay.yaml";
    const Json overlay{{"version", 0},
                       {"case-sensitive", "true"},
                       {"use-external-names", "false"},
                       {"roots", std::move(roots)}};
    RW_RETURN_IF_ERROR(writeFileAtomically(list, overlay.print(1)));
    LoadRequest request = request_;
    request.colour = false;
    for (const char *flag : {"-Wthread-safety", "-fexperimental-late-parse-attributes",
                             "-DRACEWARD_LATE_ATTRIBUTES", "-fdiagnostics-absolute-paths",
                             "-fno-caret-diagnostics", "-ferror-limit=0", "-ivfsoverlay"})
      request.compilerFlags.emplace_back(flag);
    request.compilerFlags.push_back(list);
    RW_ASSIGN_OR_RETURN(const std::string messages, compilerMessages(request));
    // The files that are compiled are called by the names of their copies, others by their own.
    std::string named;
    for (const std::string_view line : split(messages, '\n')) {
      const std::string file(line.substr(0, line.find(':')));
      const auto copy = copies.find(file);
      named += copy == copies.end() ? line : copy->second + std::string(line.substr(file.size()));
      named += '\n';
    }
    return named;
  }

private:
  const LoadRequest &request_;
  std::string folder_;
};

void tell(const std::string &title, const std::vector<std::string> &lines) {
  if (lines.empty())
    return;
  printNote(title);
  for (const std::string &line : lines)
    printNote("  " + line);
}

void report(const Annotated &annotated, const Discipline &discipline, bool usual) {
  tell("guarded, proved for all runs:", annotated.proved);
  tell(usual ? "guarded at most places, so that clang warns at the others:"
             : "guarded at most places (--usual writes it, and clang warns at the others):",
       annotated.usual);
  tell("no attribute can say it:", annotated.notExpressible);
  tell("functions that clang cannot follow, and does not check:", annotated.notFollowed);
  tell("attributes that were there:", annotated.hints);
  if (!discipline.unknownCalls.empty())
    printNote("proved up to the first of these: " + discipline.unknownCalls.front() +
              (discipline.unknownCalls.size() > 1
                   ? ", and " + withThousands(discipline.unknownCalls.size() - 1) + " more"
                   : ""));
  printNote(counted(annotated.variables, "variable") + " and " +
            counted(annotated.functions, "function") + " annotated, " +
            counted(annotated.unchecked, "function") + " left out; " +
            (annotated.warnings == 0
                 ? "clang -Wthread-safety has no warning"
                 : "clang -Wthread-safety has " + counted(annotated.warnings, "warning") +
                       ", at the odd ones out"));
}

std::string patchOf(const SourceTexts &before, const SourceTexts &after, const fs::path &folder) {
  std::string patch;
  for (const auto &[path, text] : after) {
    const auto old = before.find(path);
    std::error_code ignored;
    std::string there;
    if (old != before.end())
      there = old->second;
    else if (Result<std::string> known = readFile(path))
      there = std::move(*known);
    patch += unifiedDiff(fs::path(path).lexically_relative(folder).string(), there, text,
                         !fs::exists(path, ignored));
  }
  return patch;
}

} // namespace

Result<int> runAnnotateCommand(const CommandLine &line) {
  const OptionValues &options = line.options;
  AnnotateOptions how;
  how.usual = options.usual;
  how.words = options.annotationWords.value_or(AnnotationWords::Own);
  if (options.annotateInPlace && !options.patchFile.empty())
    return fail(Error::Kind::Usage, "--in-place writes no patch, --output does");
  RW_ASSIGN_OR_RETURN(
      const OutputFile output,
      OutputFile::to("--output", options.patchFile.empty() ? "-" : options.patchFile));
  RW_ASSIGN_OR_RETURN(const LoadRequest request, loadRequestFrom(options, line.arguments));
  const MessageColour colour = request.colour ? MessageColour::Yes : MessageColour::No;
  const Result<std::string> text = textAbout(request, [](const Program &program) {
    const Facts facts(program);
    return toJsonText(disciplineOf(facts));
  });
  if (!text)
    return static_cast<int>(printError(text.error(), colour));
  AnnotateInput input;
  RW_ASSIGN_OR_RETURN(input.discipline, disciplineFromJson(*text));
  if (options.annotationHeader)
    return printed(annotationHeader(how.words, input.discipline.lockFunctions));
  std::error_code error;
  input.folder = fs::current_path(error).string();
  input.sources = sourcesFor(input.discipline, input.folder);
  RW_ASSIGN_OR_RETURN(const TemporaryDirectory folder, TemporaryDirectory::create());
  const Overlay overlay(request, folder.path());
  input.compile = [&](const SourceTexts &texts) { return overlay.messages(texts); };
  const Result<Annotated> annotated = annotate(input, how);
  if (!annotated)
    return static_cast<int>(printError(annotated.error(), colour));
  if (options.annotateInPlace) {
    for (const auto &[path, changed] : annotated->sources)
      RW_RETURN_IF_ERROR(writeFileAtomically(path, changed));
  } else {
    RW_RETURN_IF_ERROR(output.write(patchOf(input.sources, annotated->sources, input.folder)));
  }
  report(*annotated, input.discipline, how.usual);
  return annotated->wrongHints > 0 ? kWrongHint : 0;
}

} // namespace raceward
