// `raceward run`: the real program, built with `raceward cc`, under a controlled scheduler.
#include "Commands.h"
#include "Exit.h"
#include "ExploreFlags.h"
#include "Formats.h"
#include "LoadOptions.h"
#include "Messages.h"
#include "OutputFile.h"
#include "Suggest.h"
#include "Terminal.h"
#include "Values.h"
#include "WithProgress.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/check/NativeCheck.h"
#include "raceward/native/ScheduleFile.h"

#include <array>
#include <unistd.h>

namespace raceward {

namespace {

struct RunOptions {
  std::vector<std::string> words;
  std::vector<std::string> formats;
  std::string strategy;
  std::string reduction;
  std::string timeLimit;
  std::string runTime;
  std::string runs;
  std::string seed;
  std::string preemptions;
  std::string logSize;
  std::string input;
  std::string reset;
  std::string privateFolder;
  std::string schedule;
  std::string saveSchedule;
  std::string colour;
  std::string model;
  std::string prune;
  std::string repeat;
  bool allRaces = false;
  bool quiet = false;
  bool verbose = false;
  bool stats = false;

  void declare(OptionParser &parser) {
    using Use = OptionParser::Use;
    parser.words(words);
    parser.value("--strategy", "S", strategy, "auto, search, random, priorities or preemptions");
    parser.flag("--all-races", allRaces, "go on after the first race");
    parser.value("--time-limit", "T", timeLimit, "stop after T (default 60s)");
    parser.value("--run-time", "T", runTime, "end a run after T (default 10s)");
    parser.value("--runs", "N", runs, "stop after N runs");
    parser.value("--seed", "N", seed, "of random schedules (1)");
    parser.value("--preemptions", "N", preemptions, "of strategy preemptions: at most N (2)");
    parser.value("--stdin", "FILE", input, "standard input of each run");
    parser.value("--private", "DIR", privateFolder, "start each run in a fresh copy of DIR");
    parser.value("--reset", "CMD", reset, "run this shell command before each run");
    parser.value("--save-schedule", "FILE", saveSchedule,
                 "write the schedule of the race, or the last one");
    parser.value("--schedule", "FILE", schedule, "run under this schedule only");
    parser.value("--repeat", "N", repeat, "with --schedule: N times, and compare", Use::Rare);
    parser.value("--model", "M", model, "c11 (default) or sc: the memory model", Use::Rare);
    parser.value("--reduction", "R", reduction, "none, classic, source (default) or optimal",
                 Use::Rare);
    parser.value("--prune", "P", prune, "none (default), lockset or published (loses races)",
                 Use::Rare);
    parser.value("--log-size", "N", logSize, "events of a run that are kept (2000000)", Use::Rare);
    parser.values("--format", "F[=FILE]", formats,
                  "html, sarif, junit, gitlab, github, json or text");
    parser.value("--color", "WHEN", colour, "auto, always or never");
    parser.flag("--stats", stats, "print figures: runs, events, time");
    parser.flag("-q,--quiet", quiet, "print the verdict only");
    parser.flag("-v,--verbose", verbose, "print more about how the verdict came about");
  }
};

OptionParser parserFor(RunOptions &options) {
  OptionParser parser("run [options] -- PROGRAM [arguments]",
                      "Runs a program built with `raceward cc` under many schedules.");
  options.declare(parser);
  parser.exitStatus("1 race, 2 bad usage or input, 3 unknown, 4 internal error;\n"
                    "             8 more: a report is lost");
  return parser;
}

Result<NativeStrategy> strategyFrom(const std::string &text) {
  static const std::array<std::string, 5> names{"auto", "search", "random", "priorities",
                                                "preemptions"};
  constexpr std::array values{NativeStrategy::Auto, NativeStrategy::Search, NativeStrategy::Random,
                              NativeStrategy::Priorities, NativeStrategy::Preemptions};
  if (text.empty())
    return NativeStrategy::Auto;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (text == names[i])
      return values[i];
  return badChoice("--strategy", text, names);
}

Result<NativeRequest> requestFrom(const RunOptions &options, const Arguments &arguments) {
  NativeRequest request;
  request.command.words = options.words;
  request.command.words.insert(request.command.words.end(), arguments.compilerFlags.begin(),
                               arguments.compilerFlags.end());
  if (request.command.words.empty())
    return fail(Error::Kind::Usage, "a program to run is needed",
                "raceward run -- ./program arguments");
  request.command.input = options.input;
  request.command.privateFolder = options.privateFolder;
  request.command.resetCommand = options.reset;
  request.allRaces = options.allRaces;
  const Result<NativeStrategy> strategy = strategyFrom(options.strategy);
  if (!strategy)
    return fail(strategy.error());
  request.strategy = *strategy;
  const Result<Reduction> reduction = reductionFrom(options.reduction);
  if (!reduction)
    return fail(reduction.error());
  request.reduction = *reduction;
  const Result<Pruning> pruning = pruningFrom(options.prune);
  if (!pruning)
    return fail(pruning.error());
  request.pruning = *pruning;
  const Result<MemoryModel> model = modelFrom(options.model);
  if (!model)
    return fail(model.error());
  request.model = *model;
  const Result<std::optional<double>> seconds = timeLimitFrom(options.timeLimit);
  if (!seconds)
    return fail(seconds.error());
  request.seconds = seconds->value_or(request.seconds);
  const Result<std::optional<double>> runTime = secondsFrom("--run-time", options.runTime);
  if (!runTime)
    return fail(runTime.error());
  request.command.runSeconds = runTime->value_or(request.command.runSeconds);
  const Result<std::uint32_t> runs = countFrom("--runs", options.runs);
  const Result<std::uint32_t> seed = countFrom("--seed", options.seed);
  const Result<std::uint32_t> preemptions = countFrom("--preemptions", options.preemptions);
  const Result<std::uint32_t> logged = countFrom("--log-size", options.logSize);
  for (const Result<std::uint32_t> *count : {&runs, &seed, &preemptions, &logged})
    if (!*count)
      return fail(count->error());
  const Result<std::uint32_t> repeats = countFrom("--repeat", options.repeat);
  if (!repeats)
    return fail(repeats.error());
  if (*repeats != 0 && options.schedule.empty())
    return fail(Error::Kind::Usage, "--repeat needs --schedule",
                "--save-schedule FILE writes the schedule of a run");
  request.repeats = std::max<std::uint32_t>(*repeats, 1);
  if (*runs != 0)
    request.mostRuns = *runs;
  if (*seed != 0)
    request.seed = *seed;
  if (*preemptions != 0)
    request.preemptions = *preemptions;
  if (*logged != 0)
    request.command.mostLogged = std::max<std::uint32_t>(*logged, 2 * RW_MOST_THREADS);
  if (!options.schedule.empty()) {
    const Result<std::string> text = readFile(options.schedule);
    if (!text)
      return fail(text.error());
    Result<std::vector<std::uint8_t>> schedule = parseSchedule(*text);
    if (!schedule)
      return fail(schedule.error());
    request.schedule = std::move(*schedule);
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

Result<void> report(const NativeResult &result, const RunOptions &options,
                    const FormatOutputs &formats, const NativeRequest &request, ColourChoice colour,
                    std::vector<Error> &lost) {
  const TextOptions style{useColour(colour, STDOUT_FILENO),
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

int runRunCommand(const Arguments &arguments) {
  RunOptions options;
  OptionParser parser = parserFor(options);
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  const Result<NativeRequest> request = requestFrom(options, arguments);
  if (!request)
    return static_cast<int>(printError(request.error()));
  const Result<FormatOutputs> formats = FormatOutputs::from(options.formats, {});
  if (!formats)
    return static_cast<int>(printError(formats.error()));
  const Result<ColourChoice> colour =
      parseColourChoice(options.colour.empty() ? "auto" : options.colour);
  if (!colour)
    return static_cast<int>(printError(colour.error()));
  const Result<NativeResult> result = withProgress(
      {}, options.quiet, [&](const CheckEvents &events) { return runNatively(*request, events); });
  if (!result)
    return static_cast<int>(printError(result.error()));
  std::vector<Error> lost;
  const Result<void> reported = report(*result, options, *formats, *request, *colour, lost);
  for (const Error &error : lost)
    printError(error);
  if (!reported)
    return static_cast<int>(printError(reported.error()));
  return static_cast<int>(exitStatusOf(result->check.verdict())) + (lost.empty() ? 0 : kReportLost);
}

} // namespace raceward
