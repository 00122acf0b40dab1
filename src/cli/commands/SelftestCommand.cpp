// `raceward selftest`: are the verdicts on known programs right?
#include "commands/Commands.h"
#include "raceward/base/Text.h"
#include "raceward/check/Selftest.h"
#include "terminal/Messages.h"

namespace raceward {

Result<int> runSelftestCommand(const CommandLine & /*line*/) {
  RW_ASSIGN_OR_RETURN(const SelftestResult result, runSelftest(checkForSelftest));
  std::string text;
  for (const SelftestFailure &failure : result.failures)
    text += "FAIL  " + failure.program + ": " + failure.answer + ", but it is " + failure.expected +
            "\n";
  const std::size_t right = result.programs - result.failures.size();
  text += "raceward: selftest: " + std::to_string(right) + " of " +
          counted(result.programs, "verdict") + " right\n";
  if (!result.failures.empty())
    text += "raceward: do not trust this installation; please report it with what `raceward "
            "doctor` prints\n";
  RW_RETURN_IF_ERROR(printResult(text));
  return result.failures.empty() ? 0 : 1;
}

} // namespace raceward
