// `raceward schedules`: executes a program with threads under every schedule, for all
// inputs, up to the first race.
#include "Commands.h"
#include "LoadOptions.h"
#include "Messages.h"
#include "Values.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/check/Schedules.h"

#include <cstdio>
#include <unistd.h>

namespace raceward {

namespace {

std::string accessLine(const AccessSite &site, const std::string &thread,
                       std::string_view severity) {
  return toString(site.at) + ": " + std::string(severity) + std::string(toString(site.kind)) +
         " of '" + site.name + "' in '" + site.function + "' (thread '" + thread + "')\n";
}

} // namespace

int runSchedulesCommand(const Arguments &arguments) {
  OptionParser parser("schedules [options] FILE... [-- compiler flags]",
                      "Executes a program with threads under every schedule, for all inputs,\n"
                      "up to the first race. Not yet part of check: condition variables, atomic\n"
                      "sections, trylock and others are not followed.");
  LoadOptions load;
  std::string timeLimit;
  std::string model;
  bool stats = false;
  load.declare(parser);
  parser.value("--time-limit", "T", timeLimit, "stop after T: 60, 90s, 15m");
  parser.value("--model", "M", model, "c11 (default) or sc: the memory model");
  parser.flag("--stats", stats, "print runs, events and instructions");
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  const Result<std::optional<double>> seconds = timeLimitFrom(timeLimit);
  if (!seconds)
    return static_cast<int>(printError(seconds.error()));
  Result<LoadRequest> request = load.request(arguments);
  if (!request)
    return static_cast<int>(printError(request.error()));
  request->onWarnings = [](std::string_view text) { writeAll(STDERR_FILENO, terminalSafe(text)); };
  const Result<Program> program = loadProgram(*request);
  if (!program)
    return static_cast<int>(printError(program.error()));
  const Result<MemoryModel> memory = modelFrom(model);
  if (!memory)
    return static_cast<int>(printError(memory.error()));
  ScheduleOptions options;
  options.model = *memory;
  if (*seconds)
    options.bounds.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(**seconds));
  const Result<ScheduleReport> report = exploreSchedules(*program, options);
  if (!report)
    return static_cast<int>(printError(report.error()));
  std::string text;
  if (report->race) {
    text += accessLine(report->race->first, report->race->firstThread, "error: data race: this ");
    text += accessLine(report->race->second, report->race->secondThread,
                       "note: runs at the same time as this ");
    for (const InputValue &input : report->inputs)
      if (!input.what.empty())
        text += toString(input.at) + ": note: " + input.what + "() gives " +
                input.value.toString() + "\n";
  }
  for (const Gap &gap : report->gaps)
    text += (gap.at.known() ? toString(gap.at) : std::string("raceward")) +
            ": note: not followed: " + gap.message + "\n";
  text += counted(report->counters.runs, "run") + ": " +
          (report->race               ? "a race"
           : report->provesRaceFree() ? "no race under any schedule, for all inputs"
                                      : "no race in what was followed") +
          "\n";
  if (const Result<void> printed = printResult(terminalSafe(text)); !printed)
    return static_cast<int>(printError(printed.error()));
  if (stats)
    std::fprintf(stderr, "runs %llu\nblocked %llu\nevents %llu\ninstructions %llu\n",
                 static_cast<unsigned long long>(report->counters.runs),
                 static_cast<unsigned long long>(report->counters.blockedRuns),
                 static_cast<unsigned long long>(report->counters.events),
                 static_cast<unsigned long long>(report->steps));
  return static_cast<int>(report->race               ? ExitStatus::Race
                          : report->provesRaceFree() ? ExitStatus::RaceFree
                                                     : ExitStatus::Unknown);
}

} // namespace raceward
