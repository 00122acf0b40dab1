// `raceward cc` and `raceward c++`: clang with the pass, and with the runtime when it links.
#include "Commands.h"
#include "Messages.h"
#include "NativeParts.h"
#include "raceward/base/Process.h"
#include "raceward/program/Load.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace raceward {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoEmbed = "--raceward-no-embed";
constexpr std::string_view kOurs = "--raceward-";

enum class Language : bool { C, Cxx };

/// What the linker will be asked to make, if it is asked at all.
enum class Linking : std::uint8_t { None, Program, SharedLibrary, StaticProgram };

struct CompilerCall {
  std::vector<std::string> words; ///< without options of ours
  bool embed = true;
};

Result<CompilerCall> callFrom(const Arguments &arguments) {
  CompilerCall call;
  for (const std::string &word : arguments.words) {
    if (word == kNoEmbed)
      call.embed = false;
    else if (word.starts_with(kOurs))
      return fail(Error::Kind::Usage, "unknown option '" + word + "'",
                  "options that are clang's do not begin with " + std::string(kOurs));
    else
      call.words.push_back(word);
  }
  return call;
}

/// Stops before the linker, or does not compile at all. What is not found here is asked of clang.
bool surelyDoesNotLink(const std::vector<std::string> &words) {
  constexpr std::array<std::string_view, 10> kWords{
      "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--version", "-###", "--help", "-emit-ast"};
  return std::any_of(words.begin(), words.end(), [&](const std::string &word) {
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end() ||
           word.starts_with("-print-") || word.starts_with("--print-") || word.starts_with("-dump");
  });
}

/// A command as clang prints it: ` "/usr/bin/ld" "-o" "a.out"`.
std::vector<std::string> wordsOfPrinted(std::string_view line) {
  std::vector<std::string> words;
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      inside = !inside;
      if (inside)
        words.emplace_back();
    } else if (inside) {
      if (line[i] == '\\' && i + 1 < line.size())
        ++i;
      words.back() += line[i];
    }
  }
  return words;
}

bool isLinker(const std::string &program) {
  const std::string name = fs::path(program).filename().string();
  return name == "ld" || name.starts_with("ld.") || name.starts_with("ld-") || name == "lld" ||
         name == "collect2" || name.ends_with("-ld");
}

Linking linkingOf(const std::vector<std::string> &command) {
  if (surelyDoesNotLink(command))
    return Linking::None;
  std::string printed;
  ProcessWatch watch;
  watch.onErrors = [&](std::string_view text) { printed += text; };
  std::vector<std::string> question = command;
  question.insert(question.begin() + 1, "-###");
  // If it fails, clang itself will say why.
  if (const Result<ProcessEnd> end = runCommand(question, watch); !end || !end->succeeded())
    return Linking::None;
  Linking linking = Linking::None;
  for (std::size_t at = 0; at < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', at), printed.size());
    const std::vector<std::string> words =
        wordsOfPrinted(std::string_view(printed).substr(at, end - at));
    at = end + 1;
    if (words.empty() || !isLinker(words.front()))
      continue;
    const auto has = [&](std::string_view word) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (!has("-r"))
      linking = has("-shared")   ? Linking::SharedLibrary
                : has("-static") ? Linking::StaticProgram
                                 : Linking::Program;
  }
  return linking;
}

void append(std::vector<std::string> &to, std::initializer_list<std::string> more) {
  to.insert(to.end(), more.begin(), more.end());
}

Result<std::vector<std::string>> commandOf(const CompilerCall &call, const Arguments &arguments,
                                           Language language) {
  const Result<std::string> clang = findClang();
  if (!clang)
    return fail(clang.error());
  const Result<std::string> plugin = findNativePart(kPassPlugin);
  if (!plugin)
    return fail(plugin.error());
  std::vector<std::string> command{*clang};
  if (language == Language::Cxx)
    command.emplace_back("--driver-mode=g++");
  // The program's own -g… comes later, and wins.
  append(command, {"--start-no-unused-arguments", "-g", "-fno-discard-value-names",
                   "-fpass-plugin=" + *plugin, "--end-no-unused-arguments"});
  command.insert(command.end(), call.words.begin(), call.words.end());
  // Calls of memcpy() and the like under other names would not be known.
  append(command,
         {"--start-no-unused-arguments", "-U_FORTIFY_SOURCE", "--end-no-unused-arguments"});
  std::vector<std::string> files;
  if (arguments.hasCompilerFlags) {
    files.emplace_back("--");
    files.insert(files.end(), arguments.compilerFlags.begin(), arguments.compilerFlags.end());
  }
  std::vector<std::string> whole = command;
  whole.insert(whole.end(), files.begin(), files.end());
  switch (linkingOf(whole)) {
  case Linking::None:
    break;
  case Linking::StaticProgram:
    return fail(Error::Kind::Usage, "a program that is linked with -static cannot be controlled",
                "leave out -static: the runtime stands between the program and the C library");
  case Linking::SharedLibrary:
    // The program that loads it brings the hooks along.
    append(command, {"-Wl,-z,undefs"});
    break;
  case Linking::Program: {
    const Result<std::string> runtime = findNativePart(kControlRuntime);
    if (!runtime)
      return fail(runtime.error());
    // For the linker alone: after `-x c`, clang would take a file name for source text.
    append(command, {"-Wl,--whole-archive", "-Xlinker", *runtime, "-Wl,--no-whole-archive",
                     "-Wl,--export-dynamic-symbol=__raceward_*", "-ldl", "-lpthread"});
    break;
  }
  }
  command.insert(command.end(), files.begin(), files.end());
  return command;
}

/// Returns only if it fails.
Error execute(std::vector<std::string> command) {
  std::vector<char *> words;
  words.reserve(command.size() + 1);
  for (std::string &word : command)
    words.push_back(word.data());
  words.push_back(nullptr);
  ::execvp(words[0], words.data());
  return {Error::Kind::Resource, "cannot start '" + command[0] + "'", {}, {}};
}

bool asksForHelp(const std::vector<std::string> &words) {
  return words.size() == 1 && words[0].starts_with("--help");
}

int compile(const Arguments &arguments, Language language) {
  const bool cxx = language == Language::Cxx;
  if (asksForHelp(arguments.words) || arguments.words.empty()) {
    OptionParser parser(cxx ? "c++ [clang's options] FILE..." : "cc [clang's options] FILE...",
                        cxx ? "Compiles and links C++ with clang++ 19, for `raceward run`."
                            : "Compiles and links C with clang 19, for `raceward run`.");
    bool noEmbed = false;
    parser.flag(std::string(kNoEmbed), noEmbed,
                "leave out the bitcode for provers: a smaller program");
    parser.exitStatus("that of clang; 2 if it cannot be started");
    if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
      return static_cast<int>(printError(parsed.error()));
    return printHelp(parser.helpWanted() ? parser.wantedHelp() : parser.help(OptionUse::Common));
  }
  const Result<CompilerCall> call = callFrom(arguments);
  if (!call)
    return static_cast<int>(printError(call.error()));
  const Result<std::vector<std::string>> command = commandOf(*call, arguments, language);
  if (!command)
    return static_cast<int>(printError(command.error()));
  if (!call->embed)
    ::setenv("RACEWARD_PASS", "no-embed", 1);
  return static_cast<int>(printError(execute(*command)));
}

} // namespace

int runCcCommand(const Arguments &arguments) {
  return compile(arguments, Language::C);
}

int runCxxCommand(const Arguments &arguments) {
  return compile(arguments, Language::Cxx);
}

} // namespace raceward
