// `raceward show`: what Raceward makes of a program, without a verdict.
#include "commands/Commands.h"
#include "commands/ProgramText.h"
#include "options/LoadOptions.h"
#include "options/Suggest.h"
#include "raceward/program/Print.h"
#include "raceward/prove/PointsToText.h"
#include "terminal/Messages.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

const std::array<std::string, 2> kSubjects{"program", "points-to"};

/// The first word says what is shown.
Result<std::string> subjectFrom(const std::vector<std::string> &words) {
  const std::string usage = std::string("raceward ") + rowOf(CommandId::Show).usage;
  if (words.empty())
    return fail(Error::Kind::Usage, "show what?", usage);
  if (std::find(kSubjects.begin(), kSubjects.end(), words.front()) != kSubjects.end())
    return words.front();
  return fail(Error::Kind::Usage, "cannot show '" + words.front() + "'",
              suggestOneOf(words.front(), kSubjects) + " (" + usage + ")");
}

} // namespace

Result<int> runShowCommand(const CommandLine &line) {
  RW_ASSIGN_OR_RETURN(const std::string subject, subjectFrom(line.options.words));
  OptionValues options = line.options;
  options.words.erase(options.words.begin());
  RW_ASSIGN_OR_RETURN(const LoadRequest request, loadRequestFrom(options, line.arguments));
  const Result<std::string> text = textAbout(request, [&](const Program &program) {
    if (subject == kSubjects[1])
      return pointsToText(program, {options.of});
    PrintOptions print;
    print.sitesOnly = options.sites;
    print.code = options.code;
    return printProgram(program, print);
  });
  if (!text)
    return static_cast<int>(
        printError(text.error(), request.colour ? MessageColour::Yes : MessageColour::No));
  return printed(*text);
}

} // namespace raceward
