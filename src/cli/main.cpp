#include "commands/Commands.h"
#include "options/OptionTable.h"
#include "options/Suggest.h"
#include "raceward/base/Text.h"
#include "terminal/Messages.h"

#include <exception>
#include <filesystem>
#include <optional>

namespace raceward {

namespace {

constexpr const char *kHelpBefore =
    "Raceward checks C programs with threads for data races.\n"
    "\n"
    "Usage: raceward [check] [options] FILE... [-- compiler flags]\n"
    "       raceward COMMAND --help\n"
    "\n";

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
  std::vector<std::string> small;
  std::string large;
  for (const CommandRow &command : allCommands()) {
    if (command.size == CommandRow::Size::Small) {
      small.emplace_back(command.name);
      continue;
    }
    std::string line = std::string("  ") + command.name;
    line.resize(kColumn, ' ');
    large += line + command.summary + "\n";
  }
  return kHelpBefore + ("Besides " + listed(small) + ":\n") + large + kHelpAfter;
}

std::optional<CommandId> findCommand(const std::string &name) {
  for (const CommandRow &command : allCommands())
    if (name == command.name)
      return command.id;
  return std::nullopt;
}

int print(const std::string &text) {
  const Result<int> status = printed(text);
  return status ? *status : static_cast<int>(printError(status.error()));
}

std::string helpOfAllCommands() {
  std::string text = helpText();
  for (const CommandRow &command : allCommands())
    text += "\n--------\n" + helpPage(command.id, OptionUse::Rare);
  return text;
}

/// `raceward queue.c` means check. A word that is neither a command nor looks like a file is
/// probably a mistyped command.
bool looksLikeFile(const std::string &word) {
  std::error_code ignored;
  return word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, ignored);
}

int unknownCommand(const std::string &word) {
  std::vector<std::string> names;
  for (const CommandRow &command : allCommands())
    names.emplace_back(command.name);
  return static_cast<int>(printError(
      Error{Error::Kind::Usage, "unknown command '" + word + "'", {}, suggestOneOf(word, names)}));
}

int dispatch(const Arguments &arguments) {
  if (arguments.words.empty() && !arguments.hasCompilerFlags)
    return print(helpText());
  const std::string first = arguments.words.empty() ? std::string() : arguments.words.front();
  if (first == "--version")
    return print("raceward " RW_VERSION " (LLVM " RW_LLVM_VERSION ")\n");
  if (first == "--help" || first == "-h")
    return print(helpText());
  if (first == "--help-all")
    return print(helpOfAllCommands());

  Arguments rest = arguments;
  if (first == "help") {
    if (rest.words.size() == 1)
      return print(helpText());
    rest.words = {rest.words[1], "--help"};
  }
  const std::string name = rest.words.empty() ? std::string() : rest.words.front();
  if (const std::optional<CommandId> command = findCommand(name)) {
    rest.words.erase(rest.words.begin());
    return runCommand(*command, rest);
  }
  if (first == "help")
    return unknownCommand(name);
  if (!first.empty() && first.front() != '-' && !looksLikeFile(first))
    return unknownCommand(first);
  return runCommand(CommandId::Check, arguments);
}

} // namespace

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
