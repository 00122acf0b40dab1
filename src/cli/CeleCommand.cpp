// `raceward cele`: tools for programs in CELE. (They are checked by `raceward check`.)
#include "Cele.h"
#include "Commands.h"
#include "Messages.h"
#include "Suggest.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

constexpr const char *kUsage = "cele fmt|show [options] [FILE...]";

} // namespace

int runCeleCommand(const Arguments &arguments) {
  static const std::array<std::string, 2> kSubjects{"fmt", "show"};
  OptionParser parser(kUsage, "Prints programs in CELE in their usual layout (fmt), or what the\n"
                              "static route makes of one (show).\n"
                              "'-' or no file is the standard input.");
  CeleFormat format;
  CeleShow show;
  format.declare(parser);
  show.declare(parser);
  parser.words(format.files);
  parser.exitStatus("0 done, 1 a file would change (--check), 2 bad usage or input");

  Arguments rest = arguments;
  std::string subject;
  const bool helpFirst = !rest.words.empty() &&
                         (rest.words.front() == "-h" || rest.words.front().starts_with("--help"));
  if (!helpFirst) {
    subject = rest.words.empty() ? std::string() : rest.words.front();
    if (std::find(kSubjects.begin(), kSubjects.end(), subject) == kSubjects.end())
      return static_cast<int>(
          printError(Error{Error::Kind::Usage,
                           subject.empty() ? "cele what?" : "there is no 'cele " + subject + "'",
                           {},
                           suggestOneOf(subject, kSubjects) + " (raceward " + kUsage + ")"}));
    rest.words.erase(rest.words.begin());
  }
  if (const Result<void> parsed = parser.parse(rest.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  return subject == "show" ? show.run(format.files) : format.run();
}

} // namespace raceward
