// `raceward cc` and `raceward c++`: clang with the pass, and with the runtime when it links.
#include "commands/Commands.h"
#include "commands/NativeParts.h"
#include "raceward/base/Process.h"
#include "raceward/program/Load.h"
#include "terminal/Messages.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace raceward {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoEmbed = "--raceward-no-embed"; // as in Table.def
constexpr std::string_view kOurs = "--raceward-";

enum class Language : bool { C, Cxx };

/// The output of the linker, if it is called at all.
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

/// Stops before the linker, or does not compile at all. For other words clang is asked.
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
  RW_ASSIGN_OR_RETURN(const std::string clang, findClang());
  RW_ASSIGN_OR_RETURN(const std::string plugin, findNativePart(kPassPlugin));
  std::vector<std::string> command{clang};
  if (language == Language::Cxx)
    command.emplace_back("--driver-mode=g++");
  // The program's own -g… comes later, and wins.
  append(command, {"--start-no-unused-arguments", "-g", "-fno-discard-value-names",
                   "-fpass-plugin=" + plugin, "--end-no-unused-arguments"});
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
    RW_ASSIGN_OR_RETURN(const std::string runtime, findNativePart(kControlRuntime));
    // For the linker alone: after `-x c`, clang would take a file name for source text.
    append(command, {"-Wl,--whole-archive", "-Xlinker", runtime, "-Wl,--no-whole-archive",
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

Result<int> compile(const Arguments &arguments, Language language) {
  if (asksForHelp(arguments.words) || arguments.words.empty()) {
    OptionParser parser(language == Language::Cxx ? CommandId::Cxx : CommandId::Cc);
    RW_RETURN_IF_ERROR(parser.parse(arguments.words.empty() ? std::vector<std::string>{"--help"}
                                                            : arguments.words));
    return printed(parser.wantedHelp());
  }
  RW_ASSIGN_OR_RETURN(const CompilerCall call, callFrom(arguments));
  RW_ASSIGN_OR_RETURN(std::vector<std::string> command, commandOf(call, arguments, language));
  if (!call.embed)
    ::setenv("RACEWARD_PASS", "no-embed", 1);
  return fail(execute(std::move(command)));
}

} // namespace

Result<int> runCcCommand(const Arguments &arguments) {
  return compile(arguments, Language::C);
}

Result<int> runCxxCommand(const Arguments &arguments) {
  return compile(arguments, Language::Cxx);
}

} // namespace raceward
