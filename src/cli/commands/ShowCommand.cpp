// `raceward show`: what Raceward makes of a program, without a verdict.
#include "commands/Commands.h"
#include "commands/ProgramText.h"
#include "options/LoadOptions.h"
#include "options/Suggest.h"
#include "raceward/program/Print.h"
#include "terminal/Messages.h"

#include <array>

namespace raceward {

namespace {

/// The first word says what is shown.
Result<void> requireSubject(const std::vector<std::string> &words) {
  static const std::array<std::string, 1> subjects{"program"};
  const std::string usage = std::string("raceward ") + rowOf(CommandId::Show).usage;
  if (words.empty())
    return fail(Error::Kind::Usage, "show what?", usage);
  if (words.front() == subjects[0])
    return {};
  return fail(Error::Kind::Usage, "cannot show '" + words.front() + "'",
              suggestOneOf(words.front(), subjects) + " (" + usage + ")");
}

} // namespace

Result<int> runShowCommand(const CommandLine &line) {
  RW_RETURN_IF_ERROR(requireSubject(line.options.words));
  OptionValues options = line.options;
  options.words.erase(options.words.begin());
  RW_ASSIGN_OR_RETURN(const LoadRequest request, loadRequestFrom(options, line.arguments));
  PrintOptions print;
  print.sitesOnly = options.sites;
  print.code = options.code;
  const Result<std::string> text =
      textAbout(request, [&](const Program &program) { return printProgram(program, print); });
  if (!text)
    return static_cast<int>(
        printError(text.error(), request.colour ? MessageColour::Yes : MessageColour::No));
  return printed(*text);
}

} // namespace raceward
