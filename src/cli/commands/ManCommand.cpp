// `raceward man`: pages of the manual, made from the tables of options.
#include "commands/Commands.h"
#include "options/Suggest.h"

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
  for (const CommandRow &command : allCommands())
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

Result<int> runManCommand(const CommandLine &line) {
  std::vector<std::string> names;
  for (const CommandRow &command : allCommands())
    names.emplace_back(command.name);
  if (line.options.list) {
    std::string text;
    for (const std::string &name : names)
      text += name + "\n";
    return printed(text);
  }
  if (line.options.words.empty())
    return printed(programPage());
  const std::string &name = line.options.words.front();
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    return fail(Error::Kind::Usage, "there is no command '" + name + "'",
                suggestOneOf(name, names));
  return printed(manualPage(allCommands()[static_cast<std::size_t>(found - names.begin())].id));
}

} // namespace raceward
