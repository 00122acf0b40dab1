// `raceward cele`: tools for programs in CELE. (They are checked by `raceward check`.)
#include "commands/Cele.h"
#include "commands/Commands.h"
#include "options/Suggest.h"

#include <algorithm>
#include <array>

namespace raceward {

Result<int> runCeleCommand(const CommandLine &line) {
  static const std::array<std::string, 2> kSubjects{"fmt", "show"};
  std::vector<std::string> files = line.options.words;
  const std::string subject = files.empty() ? std::string() : files.front();
  if (std::ranges::find(kSubjects, subject) == kSubjects.end())
    return fail(
        Error::Kind::Usage, subject.empty() ? "cele what?" : "there is no 'cele " + subject + "'",
        suggestOneOf(subject, kSubjects) + " (raceward " + rowOf(CommandId::Cele).usage + ")");
  files.erase(files.begin());
  return subject == "show" ? runCeleShow(line.options, files) : runCeleFormat(line.options, files);
}

} // namespace raceward
