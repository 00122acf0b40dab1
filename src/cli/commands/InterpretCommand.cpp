// `raceward interpret`: executes a program in the machine, as if it were run.
// `raceward paths`: every path of a sequential program.
#include "commands/Commands.h"
#include "options/LoadOptions.h"
#include "raceward/base/Deadline.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/symex/Paths.h"
#include "terminal/Messages.h"

#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace raceward {

namespace {

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

Result<int> runInterpretCommand(const Arguments &arguments) {
  // The words after the program are the program's own.
  Arguments own = arguments;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < own.words.size(); ++i)
    if (isProgramFile(own.words[i])) {
      words.assign(own.words.begin() + static_cast<std::ptrdiff_t>(i) + 1, own.words.end());
      own.words.resize(i + 1);
      break;
    }
  OptionParser parser(CommandId::Interpret);
  RW_RETURN_IF_ERROR(parser.parse(own.words));
  if (parser.helpWanted())
    return printed(parser.wantedHelp());
  RW_ASSIGN_OR_RETURN(const LoadRequest request, loadRequestFrom(parser.values(), own));
  RW_ASSIGN_OR_RETURN(const Program program, loadWithWarnings(request));

  MachineOptions options;
  options.inputs = InputPolicy::Concrete;
  options.arguments = words;
  options.programName = request.files.empty() ? "program" : request.files.front();
  options.write = [](int stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream == 2 ? stderr : stdout);
  };
  options.read = [] { return std::getchar(); };
  RW_ASSIGN_OR_RETURN(const std::unique_ptr<SymbolicMachine> machine,
                      SymbolicMachine::make(program, options));
  const Stopwatch watch;
  const PathReport report = explorePaths(*machine, {}, {});
  std::fflush(stdout);
  if (parser.values().stats)
    printStats(report, *machine, watch.seconds());
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

Result<int> runPathsCommand(const CommandLine &line) {
  RW_ASSIGN_OR_RETURN(const LoadRequest request, loadRequestFrom(line.options, line.arguments));
  RW_ASSIGN_OR_RETURN(const Program program, loadWithWarnings(request));
  MachineOptions options;
  options.solver.logPath = line.options.queryLog;
  options.solver.limits.perQuery = line.options.solverLimit.value_or(kDefaultSolverEffort);
  if (options.solver.limits.perQuery == 0)
    options.solver.limits.perQuery.reset();
  for (const std::string_view word : split(line.options.crossCheck, ' '))
    if (!word.empty())
      options.solver.crossCheck.emplace_back(word);
  RW_ASSIGN_OR_RETURN(const std::unique_ptr<SymbolicMachine> machine,
                      SymbolicMachine::make(program, options));
  const Stopwatch watch;
  const PathReport report = explorePaths(*machine, {}, {});
  const double seconds = watch.seconds();
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
  RW_RETURN_IF_ERROR(printResult(terminalSafe(text)));
  if (const CrossCheckCounts &second = machine->solverCounts().crossChecked; second.unanswered != 0)
    writeAll(STDERR_FILENO,
             terminalSafe("raceward: warning: the second solver did not answer " +
                          counted(second.unanswered, "question") + " of " +
                          std::to_string(second.compared + second.unanswered) + " (" + second.why +
                          "), which only the first one decided\n"));
  if (line.options.stats)
    printStats(report, *machine, seconds);
  if (!report.contradiction.empty())
    return fail(Error::Kind::Internal, report.contradiction);
  return report.failed.empty() ? report.gaps.empty() ? 0 : 3 : 1;
}

} // namespace raceward
