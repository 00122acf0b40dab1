// `raceward man`: pages of the manual, made from the tables of options.
#include "Commands.h"
#include "Messages.h"
#include "Suggest.h"

#include <algorithm>

namespace raceward {

namespace {

/// The page of the program itself. Its commands have their own.
std::string programPage() {
  std::string text =
      ".TH RACEWARD 1 \"\" \"raceward " RW_VERSION "\" \"User Commands\"\n"
      ".SH NAME\nraceward \\- check C programs with threads for data races\n"
      ".SH SYNOPSIS\n"
      ".B raceward\n[check] [options] FILE... [\\-\\- compiler flags]\n.br\n"
      ".B raceward\nCOMMAND \\-\\-help\n"
      ".SH DESCRIPTION\n"
      "Raceward executes a program for all inputs and under every schedule, or proves "
      "that it need not. Its verdict is\n.BR race ,\n.B race\\-free\nor\n.BR unknown ,\n"
      "with the evidence: a run that leads to the race, the rule that excludes it, or "
      "the reason why neither was found.\n"
      ".SH COMMANDS\n";
  for (const Command &command : allCommands())
    text += std::string(".TP\n.BR raceward\\-") + command.name + " (1)\n" + command.summary + ".\n";
  return text + ".SH EXIT STATUS\n"
                "0 race\\-free, 1 race, 2 bad usage or input, 3 unknown, 4 internal error. Each "
                "command says what it means there.\n"
                ".SH FILES\n.TP\n.I .raceward.yaml\noptions of\n.BR raceward\\-check (1)\n"
                ".TP\n.I .raceward\\-suppressions\nraces that are not to be reported\n"
                ".SH ENVIRONMENT\n.TP\n.B RACEWARD_CLANG\nthe compiler: a clang 19\n"
                ".TP\n.BR RACEWARD_TIME_LIMIT \" ...\"\n"
                "each long option of\n.BR raceward\\-check (1)\n";
}

} // namespace

int runManCommand(const Arguments &arguments) {
  OptionParser parser("man [COMMAND]",
                      "Prints a page of the manual: raceward man check | man -l -");
  std::vector<std::string> words;
  bool list = false;
  parser.words(words);
  parser.flag("--list", list, "print the names of all commands instead");
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  const auto commands = allCommands();
  if (list) {
    std::string names;
    for (const Command &command : commands)
      names += std::string(command.name) + "\n";
    return printHelp(names);
  }
  if (words.empty())
    return printHelp(programPage());
  const auto found = std::ranges::find_if(
      commands, [&](const Command &command) { return words.front() == command.name; });
  if (found != commands.end())
    return found->run(Arguments{{"--help-man"}, {}, false});
  std::vector<std::string> names;
  for (const Command &command : commands)
    names.emplace_back(command.name);
  return static_cast<int>(printError(Error{Error::Kind::Usage,
                                           "there is no command '" + words.front() + "'",
                                           {},
                                           suggestOneOf(words.front(), names)}));
}

} // namespace raceward
