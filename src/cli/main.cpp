#include "Commands.h"
#include "Messages.h"
#include "Suggest.h"

#include <array>
#include <exception>
#include <filesystem>
#include <optional>
#include <span>

namespace raceward {

namespace {

constexpr std::array<Command, 18> kCommands{
    {{"check", "check one program (the default for a file name)", runCheckCommand},
     {"run", "run a program built with `raceward cc` under many schedules", runRunCommand},
     {"validate", "check whether the race of a witness happens", runValidateCommand},
     {"replay", "make a race happen in the compiled program", runReplayCommand},
     {"show", "print a program as the engines see it (show program)", runShowCommand},
     {"interpret", "execute a program in the machine, as if it were run", runInterpretCommand},
     {"models", "print which library functions are known, and how", runModelsCommand},
     {"batch", "check many programs, compare with the expected verdicts", runBatchCommand},
     {"doctor", "see whether everything that is needed is installed", runDoctorCommand},
     {"selftest", "see whether the verdicts on known programs are right", runSelftestCommand},
     {"worker", "do the work of checks and batches with --queue", runWorkerCommand},
     {"paths", "follow every path of a program without threads", runPathsCommand},
     {"cc", "compile C for `raceward run`, like clang", runCcCommand},
     {"c++", "compile C++ for `raceward run`, like clang++", runCxxCommand},
     {"cele", "lay out a program in CELE, or show its graph (cele fmt, cele show)", runCeleCommand},
     {"config", "print the options that hold here", runConfigCommand},
     {"man", "print a page of the manual", runManCommand},
     {"completion", "print a script for bash, zsh or fish", runCompletionCommand}}};

/// Commands that --help only names.
constexpr std::size_t kSmallCommands = 8;

constexpr const char *kHelpBefore =
    "Raceward checks C programs with threads for data races.\n"
    "\n"
    "Usage: raceward [check] [options] FILE... [-- compiler flags]\n"
    "       raceward COMMAND --help\n"
    "\n"
    "Commands, besides worker, paths, cc, c++, cele, config, man and completion:\n";

constexpr const char *kHelpAfter =
    "\n"
    "Options of check (raceward check --help-all shows every one):\n"
    "  -p DIR          compile as DIR/compile_commands.json says\n"
    "  --json FILE, --time-limit T, --memory-limit M\n"
    "  --version       print the version; --help-all is the help of all commands\n"
    "\n"
    "Exit status: 0 race-free, 1 race, 2 bad usage or input, 3 unknown,\n"
    "             4 internal error\n";

std::string helpText() {
  constexpr std::size_t kColumn = 18;
  std::string text = kHelpBefore;
  for (const Command &command : std::span(kCommands).first(kCommands.size() - kSmallCommands)) {
    std::string line = std::string("  ") + command.name;
    line.resize(kColumn, ' ');
    text += line + command.summary + "\n";
  }
  return text + kHelpAfter;
}

const Command *findCommand(const std::string &name) {
  for (const Command &command : kCommands)
    if (name == command.name)
      return &command;
  return nullptr;
}

int printAllHelp() {
  int status = printHelp(helpText());
  for (const Command &command : kCommands) {
    if (status != 0)
      break;
    status = printHelp("\n--------\n");
    if (status == 0)
      status = command.run(Arguments{{"--help-all"}, {}, false});
  }
  return status;
}

/// `raceward queue.c` means check. A word that is neither a command nor looks like a file is
/// probably a mistyped command.
bool looksLikeFile(const std::string &word) {
  std::error_code ignored;
  return word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, ignored);
}

int unknownCommand(const std::string &word) {
  std::vector<std::string> names;
  for (const Command &command : kCommands)
    names.emplace_back(command.name);
  return static_cast<int>(printError(
      Error{Error::Kind::Usage, "unknown command '" + word + "'", {}, suggestOneOf(word, names)}));
}

int dispatch(const Arguments &arguments) {
  if (arguments.words.empty() && !arguments.hasCompilerFlags)
    return printHelp(helpText());
  const std::string first = arguments.words.empty() ? std::string() : arguments.words.front();
  if (first == "--version")
    return printHelp("raceward " RW_VERSION " (LLVM " RW_LLVM_VERSION ")\n");
  if (first == "--help" || first == "-h")
    return printHelp(helpText());
  if (first == "--help-all")
    return printAllHelp();

  Arguments rest = arguments;
  if (first == "help") {
    if (rest.words.size() == 1)
      return printHelp(helpText());
    rest.words = {rest.words[1], "--help"};
  }
  if (const Command *command = rest.words.empty() ? nullptr : findCommand(rest.words.front())) {
    rest.words.erase(rest.words.begin());
    return command->run(rest);
  }
  if (first == "help")
    return unknownCommand(rest.words.front());
  if (!first.empty() && first.front() != '-' && !looksLikeFile(first))
    return unknownCommand(first);
  return runCheckCommand(arguments);
}

} // namespace

std::span<const Command> allCommands() {
  return kCommands;
}

int printHelp(const std::string &text) {
  if (const Result<void> printed = printResult(text); !printed)
    return static_cast<int>(printError(printed.error()));
  return 0;
}

} // namespace raceward

int main(int argc, char **argv) {
  // Our code does not throw on purpose; exceptions of the standard library end here with a message
  // instead of a core dump.
  try {
    return raceward::dispatch(raceward::splitArguments(argc, argv));
  } catch (const std::exception &exception) {
    return static_cast<int>(raceward::printError(
        raceward::Error{raceward::Error::Kind::Internal,
                        std::string("internal error: ") + exception.what(),
                        {},
                        "this is a defect of Raceward: please report it with the command"}));
  }
}
