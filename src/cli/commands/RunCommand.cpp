// `raceward run`: the real program, built with `raceward cc`, under a controlled scheduler.
#include "commands/Commands.h"
#include "output/Formats.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/check/NativeCheck.h"
#include "raceward/native/ScheduleFile.h"
#include "terminal/Exit.h"
#include "terminal/Messages.h"
#include "terminal/Terminal.h"
#include "terminal/WithProgress.h"

#include <algorithm>
#include <unistd.h>

namespace raceward {

namespace {

Result<NativeRequest> nativeRequestFrom(const OptionValues &options, const Arguments &arguments) {
  NativeRequest request;
  request.command.words = options.words;
  request.command.words.insert(request.command.words.end(), arguments.compilerFlags.begin(),
                               arguments.compilerFlags.end());
  if (request.command.words.empty())
    return fail(Error::Kind::Usage, "a program to run is needed",
                "raceward run -- ./program arguments");
  if (options.repeat && options.schedule.empty())
    return fail(Error::Kind::Usage, "--repeat needs --schedule",
                "--save-schedule FILE writes the schedule of a run");
  request.command.input = options.standardInput;
  request.command.privateFolder = options.privateFolder;
  request.command.resetCommand = options.resetCommand;
  request.command.runSeconds = *options.runTime;
  request.command.mostLogged = std::max<std::uint32_t>(*options.logSize, 2 * RW_MOST_THREADS);
  request.strategy = *options.strategy;
  request.reduction = options.explore.reduction;
  request.pruning = options.explore.pruning;
  request.model = options.model;
  request.allRaces = options.explore.allRaces;
  request.seconds = *options.timeLimit;
  request.seed = options.explore.seed;
  request.preemptions = *options.preemptions;
  request.repeats = options.repeat.value_or(1);
  if (options.runs)
    request.mostRuns = *options.runs;
  if (!options.schedule.empty()) {
    RW_ASSIGN_OR_RETURN(const std::string text, readFile(options.schedule));
    RW_ASSIGN_OR_RETURN(request.schedule, parseSchedule(text));
  }
  return request;
}

std::string failuresText(const NativeResult &result) {
  std::string text;
  for (const NativeFailure &failure : result.failures) {
    if (failure.kind != NativeFailure::Kind::Crash && failure.kind != NativeFailure::Kind::Deadlock)
      continue;
    text += toString(failure.at) + ": " + failure.words + " (in " + counted(failure.runs, "run") +
            ")\n";
    for (const std::string &frame : failure.stack)
      text += "    " + frame + "\n";
  }
  return text.empty() ? text : text + "\n";
}

std::string statsText(const NativeResult &result) {
  const NativeCounters &c = result.counters;
  const double perSecond = c.seconds > 0 ? static_cast<double>(c.executions) / c.seconds : 0;
  return "native: " + counted(c.executions, "execution") + " of the program, " +
         std::to_string(static_cast<std::uint64_t>(perSecond)) + " per second, " +
         counted(c.events, "event") + ", " + counted(c.switches, "switch", "switches") +
         "; longest run: " + counted(result.longestRun, "event") + "\n" +
         (result.search.pruningChecks == 0
              ? ""
              : "pruning: " + counted(result.search.pruningChecks, "check") + ", " +
                    std::to_string(result.search.pruningYes) + " yes, " +
                    std::to_string(result.search.pruningSkipped) + " skipped\n");
}

Result<void> reportRuns(const NativeResult &result, const OptionValues &options,
                        const FormatOutputs &formats, const NativeRequest &request,
                        std::vector<Error> &lost) {
  const TextOptions style{useColour(*options.colour, STDOUT_FILENO),
                          terminalWidth(STDOUT_FILENO),
                          options.quiet,
                          options.verbose,
                          options.stats,
                          false};
  JsonContext context{RW_VERSION, {request.command.words.front()}, "no-data-race", "LP64"};
  const Result<void> printed = formats.write(result.check, context, style, lost);
  std::string words;
  if (!options.saveSchedule.empty() && !result.schedule.empty()) {
    if (const Result<void> written =
            writeFileAtomically(options.saveSchedule, scheduleText(result.schedule));
        !written)
      lost.push_back(written.error());
    else
      words =
          "raceward: note: schedule written to '" + terminalSafeLine(options.saveSchedule) + "'\n";
  }
  if (!printed || !formats.textWanted())
    return printed;
  if (options.quiet)
    return printResult(textReport(result.check, style));
  return printResult(terminalSafe(failuresText(result)) + textReport(result.check, style) +
                     (options.stats ? statsText(result) : "") + words);
}

} // namespace

Result<int> runRunCommand(const CommandLine &line) {
  const OptionValues &options = line.options;
  RW_ASSIGN_OR_RETURN(const NativeRequest request, nativeRequestFrom(options, line.arguments));
  RW_ASSIGN_OR_RETURN(const FormatOutputs formats, FormatOutputs::from(options.formats, {}));
  RW_ASSIGN_OR_RETURN(const NativeResult result,
                      withProgress({}, options.quiet, [&](const CheckEvents &events) {
                        return runNatively(request, events);
                      }));
  std::vector<Error> lost;
  const Result<void> reported = reportRuns(result, options, formats, request, lost);
  for (const Error &error : lost)
    printError(error);
  if (!reported)
    return fail(reported.error());
  return static_cast<int>(exitStatusOf(result.check.verdict())) + (lost.empty() ? 0 : kReportLost);
}

} // namespace raceward
