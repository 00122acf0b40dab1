// `raceward interpret`: executes a program in the machine, as if it were run.
// `raceward paths`: every path of a sequential program.
#include "Commands.h"
#include "LoadOptions.h"
#include "Messages.h"
#include "Values.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/symex/Paths.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace raceward {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<Program> loadWithWarnings(LoadRequest request) {
  request.onWarnings = [](std::string_view text) { writeAll(STDERR_FILENO, terminalSafe(text)); };
  return loadProgram(request);
}

bool isProgramFile(const std::string &word) {
  for (const char *end : {".c", ".i", ".ll", ".bc"})
    if (word.ends_with(end))
      return true;
  return false;
}

std::string printedFault(const Fault &fault) {
  std::string text = toString(fault.at) + ": error: " + fault.message;
  if (!fault.function.empty())
    text += " [in " + fault.function + "]";
  text += "\n";
  for (const auto &[function, at] : fault.calledFrom)
    text += toString(at) + ": note: called from " + function + "\n";
  return text;
}

std::string printedGap(const Gap &gap) {
  std::string text = gap.at.known() ? toString(gap.at) + ": " : std::string("raceward: ");
  text += "cannot go on: " + gap.message + "\n";
  if (!gap.hint.empty())
    text += "hint: " + gap.hint + "\n";
  return text;
}

void printStats(const PathReport &report, const SymbolicMachine &machine, double seconds) {
  const ChainCounts &solver = machine.solverCounts();
  std::fprintf(stderr,
               "paths %llu\ninstructions %llu\nseconds %.3f\nqueries %llu\nsolver-queries %llu\n"
               "solver-seconds %.3f\nsolver-gave-up %llu\ncross-checked %llu\n"
               "cross-check-unanswered %llu\n",
               static_cast<unsigned long long>(report.counts.completed),
               static_cast<unsigned long long>(report.counts.steps), seconds,
               static_cast<unsigned long long>(solver.asked.queries),
               static_cast<unsigned long long>(solver.solved.queries), solver.solved.seconds,
               static_cast<unsigned long long>(solver.asked.gaveUp),
               static_cast<unsigned long long>(solver.crossChecked.compared),
               static_cast<unsigned long long>(solver.crossChecked.unanswered));
}

} // namespace

int runInterpretCommand(const Arguments &arguments) {
  OptionParser parser("interpret [options] FILE [arguments...] [-- compiler flags]",
                      "Executes a program in the machine, with its arguments, standard input\n"
                      "and output, as if it were run. The status is the program's own.");
  LoadOptions load;
  bool stats = false;
  load.declare(parser);
  parser.flag("--stats", stats, "print instructions and time to standard error");
  // What stands after the program is the program's.
  Arguments own = arguments;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < own.words.size(); ++i)
    if (isProgramFile(own.words[i])) {
      words.assign(own.words.begin() + static_cast<std::ptrdiff_t>(i) + 1, own.words.end());
      own.words.resize(i + 1);
      break;
    }
  if (const Result<void> parsed = parser.parse(own.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  const Result<LoadRequest> request = load.request(own);
  if (!request)
    return static_cast<int>(printError(request.error()));
  const Result<Program> program = loadWithWarnings(*request);
  if (!program)
    return static_cast<int>(printError(program.error()));

  MachineOptions options;
  options.inputs = InputPolicy::Concrete;
  options.arguments = words;
  options.programName = request->files.empty() ? "program" : request->files.front();
  options.write = [](int stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream == 2 ? stderr : stdout);
  };
  options.read = [] { return std::getchar(); };
  Result<std::unique_ptr<SymbolicMachine>> machine = SymbolicMachine::make(*program, options);
  if (!machine)
    return static_cast<int>(printError(machine.error()));
  const Clock::time_point start = Clock::now();
  const PathReport report = explorePaths(**machine, {}, {});
  std::fflush(stdout);
  if (stats)
    printStats(report, **machine, secondsSince(start));
  for (const FailedPath &failed : report.failed)
    writeAll(STDERR_FILENO, terminalSafe(printedFault(failed.fault)));
  for (const Gap &gap : report.gaps)
    writeAll(STDERR_FILENO, terminalSafe(printedGap(gap)));
  if (!report.gaps.empty())
    return static_cast<int>(ExitStatus::Unknown);
  if (!report.failed.empty())
    return 134; // as after abort()
  return report.exitCode.value_or(static_cast<int>(ExitStatus::Internal));
}

int runPathsCommand(const Arguments &arguments) {
  OptionParser parser("paths [options] FILE... [-- compiler flags]",
                      "Follows every path of a program without threads, for all inputs.");
  LoadOptions load;
  bool stats = false;
  std::string crossCheck;
  std::string log;
  std::string solverLimit;
  load.declare(parser);
  parser.flag("--stats", stats, "print paths, instructions, time and queries");
  parser.value("--cross-check", "SOLVER", crossCheck,
               "ask this command, which reads SMT-LIB, every time, too");
  parser.value("--solver-limit", "N", solverLimit, "effort for one question (0: no limit)",
               OptionParser::Use::Rare);
  parser.value("--log-queries", "FILE", log, "write every question to the solver as SMT-LIB",
               OptionParser::Use::Rare);
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  const Result<LoadRequest> request = load.request(arguments);
  if (!request)
    return static_cast<int>(printError(request.error()));
  const Result<Program> program = loadWithWarnings(*request);
  if (!program)
    return static_cast<int>(printError(program.error()));
  MachineOptions options;
  options.solver.logPath = log;
  const Result<std::optional<std::uint64_t>> limit =
      solverLimitFrom(solverLimit, kDefaultSolverEffort);
  if (!limit)
    return static_cast<int>(printError(limit.error()));
  options.solver.limits.perQuery = *limit;
  for (const std::string_view word : split(crossCheck, ' '))
    if (!word.empty())
      options.solver.crossCheck.emplace_back(word);
  Result<std::unique_ptr<SymbolicMachine>> machine = SymbolicMachine::make(*program, options);
  if (!machine)
    return static_cast<int>(printError(machine.error()));
  const Clock::time_point start = Clock::now();
  const PathReport report = explorePaths(**machine, {}, {});
  const double seconds = secondsSince(start);
  std::string text;
  for (const FailedPath &failed : report.failed) {
    text += printedFault(failed.fault);
    for (const InputValue &input : failed.inputs)
      text += "  input " + (input.what.empty() ? std::string("(never written)") : input.what) +
              " = " + input.value.toString() + "\n";
  }
  for (const Gap &gap : report.gaps)
    text += printedGap(gap);
  text += counted(report.counts.completed, "path") + ", " +
          counted(report.failed.size(), "finding") + "\n";
  if (const Result<void> printed = printResult(terminalSafe(text)); !printed)
    return static_cast<int>(printError(printed.error()));
  if (const CrossCheckCounts &second = (*machine)->solverCounts().crossChecked;
      second.unanswered != 0)
    writeAll(STDERR_FILENO,
             terminalSafe("raceward: warning: the second solver did not answer " +
                          counted(second.unanswered, "question") + " of " +
                          std::to_string(second.compared + second.unanswered) + " (" + second.why +
                          "), which only the first one decided\n"));
  if (stats)
    printStats(report, **machine, seconds);
  if (!report.contradiction.empty())
    return static_cast<int>(printError(Error{Error::Kind::Internal, report.contradiction, {}, {}}));
  return report.failed.empty() ? report.gaps.empty() ? 0 : 3 : 1;
}

} // namespace raceward
