// `raceward replay`: the race of a witness, made to happen in the native program.
#include "commands/Commands.h"
#include "raceward/base/File.h"
#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Text.h"
#include "raceward/native/Replay.h"
#include "raceward/report/RaceWitness.h"
#include "terminal/Messages.h"

#include <algorithm>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward {

namespace {

/// Written anew from the program.
Result<void> addDriver(const WitnessEntry &entry, LoadRequest &program) {
  program.entry.functions = entry.functions;
  program.entry.setup = entry.setup;
  program.entry.memory =
      entry.memory == toString(EntryMemory::Shared) ? EntryMemory::Shared : EntryMemory::Fresh;
  program.entry.depth = std::clamp(entry.depth, 1u, kDeepestEntry);
  LoadRequest wide = program;
  wide.dataModel = DataModel::LP64; // as the native build
  RW_ASSIGN_OR_RETURN(const Program loaded, loadProgram(wide));
  program.driver = loaded.driver();
  if (program.driver)
    program.driver->name = entry.driverName;
  return {};
}

Result<ReplayRequest> replayRequestFrom(const OptionValues &options, const Arguments &arguments) {
  if (options.words.size() != 1)
    return fail(Error::Kind::Usage, "one witness is needed",
                "raceward check --witness race.json FILE... writes one");
  RW_ASSIGN_OR_RETURN(RaceWitness witness, readRaceWitness(options.words.front()));
  ReplayRequest request;
  for (const WitnessFile &file : witness.files)
    request.program.files.push_back(file.name);
  request.program.compilerFlags = std::move(witness.compilerFlags);
  request.program.compilerFlags.insert(request.program.compilerFlags.end(),
                                       arguments.compilerFlags.begin(),
                                       arguments.compilerFlags.end());
  request.program.compileCommands = std::move(witness.compileCommands);
  request.program.target = std::move(witness.target);
  request.program.dataModel = witness.dataModel == "ILP32" ? DataModel::ILP32 : DataModel::LP64;
  request.race = std::move(witness.race);
  for (WitnessLine &line : witness.lines)
    request.lines.push_back({std::move(line.file), line.line, std::move(line.text)});
  request.timeLimitSeconds = *options.timeLimit;
  if (witness.entry)
    RW_RETURN_IF_ERROR(addDriver(*witness.entry, request.program));
  return request;
}

/// gdb takes the terminal; without one it prints both stacks and ends.
Result<int> runGdb(const std::string &executable) {
  std::vector<std::string> words{"gdb", "-q"};
  const bool batch = ::isatty(STDIN_FILENO) == 0;
  if (batch)
    words.emplace_back("-batch");
  for (const char *command : {"set breakpoint pending on", "break raceward_race_is_here", "run"})
    words.insert(words.end(), {"-ex", command});
  words.insert(words.end(), {"-ex", batch ? "thread apply all backtrace" : "info threads"});
  if (batch)
    words.insert(words.end(), {"-ex", "continue"});
  words.push_back(executable);
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child)
    return fail(Error::Kind::Resource, "cannot start gdb");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return fail(Error::Kind::Setup, "cannot run gdb", "install it, or leave out --gdb");
  return static_cast<int>(ExitStatus::RaceFree);
}

Result<int> debug(const ReplayRequest &request) {
  RW_ASSIGN_OR_RETURN(const TemporaryDirectory folder, TemporaryDirectory::create());
  RW_ASSIGN_OR_RETURN(const BuiltReplay built, buildReplay(request, folder.path()));
  return runGdb(built.executable);
}

Result<int> exportTest(const ReplayRequest &request, const std::string &folder) {
  RW_RETURN_IF_ERROR(exportReplay(request, folder));
  return printed("raceward: test written to '" + terminalSafeLine(folder) +
                 "': `make check` there fails while the race happens\n");
}

std::string answerOf(const ReplayResult &result, const ReplayRequest &request) {
  std::string text;
  switch (result.outcome) {
  case ReplayResult::Outcome::Confirmed:
    text = "raceward: confirmed: ThreadSanitizer reported the race: " + result.words;
    break;
  case ReplayResult::Outcome::Unreported:
    text = "raceward: not confirmed: " + result.words;
    break;
  case ReplayResult::Outcome::Diverged:
    text = "raceward: not confirmed: diverged " + result.words;
    break;
  case ReplayResult::Outcome::Broken:
    text = "raceward: not confirmed: " + result.words;
    break;
  }
  if (request.program.dataModel == DataModel::ILP32)
    text += "\n(ThreadSanitizer has no 32-bit target: the program was built for 64 bits)";
  return terminalSafe(text) + "\n";
}

Result<int> replay(const ReplayRequest &request, bool quiet) {
  RW_ASSIGN_OR_RETURN(const ReplayResult result, replayNatively(request));
  if (!quiet)
    RW_RETURN_IF_ERROR(printResult(terminalSafe(result.report)));
  RW_RETURN_IF_ERROR(printResult(answerOf(result, request)));
  return static_cast<int>(result.outcome == ReplayResult::Outcome::Confirmed ? ExitStatus::RaceFree
                                                                             : ExitStatus::Race);
}

} // namespace

Result<int> runReplayCommand(const CommandLine &line) {
  RW_ASSIGN_OR_RETURN(ReplayRequest request, replayRequestFrom(line.options, line.arguments));
  if (!line.options.exportTest.empty())
    return exportTest(request, line.options.exportTest);
  if (line.options.gdb)
    return debug(request);
  const InterruptGuard interrupt;
  request.cancelled = [&] { return interrupt.interrupted(); };
  return replay(request, line.options.quiet);
}

} // namespace raceward
