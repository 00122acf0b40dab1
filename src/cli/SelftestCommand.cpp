// `raceward selftest`: are the verdicts on known programs right?
#include "Commands.h"
#include "Messages.h"
#include "raceward/base/Text.h"
#include "raceward/check/Selftest.h"

namespace raceward {

int runSelftestCommand(const Arguments &arguments) {
  OptionParser parser("selftest",
                      "Checks small programs whose verdicts are known: with races and without.");
  parser.exitStatus("0 all are right, 1 one is not, 2 something is missing,\n"
                    "             4 internal error");
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  const Result<SelftestResult> result = runSelftest(checkForSelftest);
  if (!result)
    return static_cast<int>(printError(result.error()));
  std::string text;
  for (const SelftestFailure &failure : result->failures)
    text += "FAIL  " + failure.program + ": " + failure.answer + ", but it is " + failure.expected +
            "\n";
  const std::size_t right = result->programs - result->failures.size();
  text += "raceward: selftest: " + std::to_string(right) + " of " +
          counted(result->programs, "verdict") + " right\n";
  if (!result->failures.empty())
    text += "raceward: do not trust this installation; please report it with what `raceward "
            "doctor` prints\n";
  if (const Result<void> printed = printResult(text); !printed)
    return static_cast<int>(printError(printed.error()));
  return result->failures.empty() ? 0 : 1;
}

} // namespace raceward
