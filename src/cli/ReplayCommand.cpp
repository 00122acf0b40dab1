// `raceward replay`: the race of a witness, made to happen in the native program.
#include "Commands.h"
#include "Messages.h"
#include "Values.h"
#include "raceward/base/File.h"
#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Text.h"
#include "raceward/native/Replay.h"
#include "raceward/report/RaceWitness.h"

#include <sys/wait.h>
#include <unistd.h>

namespace raceward {

namespace {

struct ReplayOptions {
  std::vector<std::string> words;
  std::string exportTest;
  std::string timeLimit;
  bool gdb = false;
  bool quiet = false;

  void declare(OptionParser &parser) {
    parser.words(words);
    parser.flag("--gdb", gdb, "stop in gdb where both threads are about to race");
    parser.value("--export-test", "DIR", exportTest, "write a test that needs only clang");
    parser.value("--time-limit", "T", timeLimit, "stop the run after T (default 60s)");
    parser.flag("-q,--quiet", quiet, "print the answer only, not ThreadSanitizer's report");
  }
};

Result<ReplayRequest> requestFrom(const ReplayOptions &options, const Arguments &arguments) {
  if (options.words.size() != 1)
    return fail(Error::Kind::Usage, "one witness is needed",
                "raceward check --witness race.json FILE... writes one");
  Result<RaceWitness> witness = readRaceWitness(options.words.front());
  if (!witness)
    return fail(std::move(witness).error());
  ReplayRequest request;
  for (const WitnessFile &file : witness->files)
    request.program.files.push_back(file.name);
  request.program.compilerFlags = std::move(witness->compilerFlags);
  request.program.compilerFlags.insert(request.program.compilerFlags.end(),
                                       arguments.compilerFlags.begin(),
                                       arguments.compilerFlags.end());
  request.program.compileCommands = std::move(witness->compileCommands);
  request.program.target = std::move(witness->target);
  request.program.dataModel = witness->dataModel == "ILP32" ? DataModel::ILP32 : DataModel::LP64;
  request.race = std::move(witness->race);
  for (WitnessLine &line : witness->lines)
    request.lines.push_back({std::move(line.file), line.line, std::move(line.text)});
  const Result<std::optional<double>> seconds = timeLimitFrom(options.timeLimit);
  if (!seconds)
    return fail(seconds.error());
  if (*seconds)
    request.timeLimitSeconds = **seconds;
  return request;
}

/// gdb takes the terminal; without one it prints both stacks and ends.
int runGdb(const std::string &executable) {
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
    return static_cast<int>(printError({Error::Kind::Resource, "cannot start gdb", {}, {}}));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return static_cast<int>(
        printError({Error::Kind::Setup, "cannot run gdb", {}, "install it, or leave out --gdb"}));
  return static_cast<int>(ExitStatus::RaceFree);
}

int debug(const ReplayRequest &request) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return static_cast<int>(printError(folder.error()));
  const Result<BuiltReplay> built = buildReplay(request, folder->path());
  if (!built)
    return static_cast<int>(printError(built.error()));
  return runGdb(built->executable);
}

int exportTest(const ReplayRequest &request, const std::string &folder) {
  if (const Result<void> exported = exportReplay(request, folder); !exported)
    return static_cast<int>(printError(exported.error()));
  return printHelp("raceward: test written to '" + terminalSafeLine(folder) +
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

int replay(const ReplayRequest &request, bool quiet) {
  const Result<ReplayResult> result = replayNatively(request);
  if (!result)
    return static_cast<int>(printError(result.error()));
  if (!quiet)
    if (const Result<void> printed = printResult(terminalSafe(result->report)); !printed)
      return static_cast<int>(printError(printed.error()));
  if (const int status = printHelp(answerOf(*result, request)); status != 0)
    return status;
  return static_cast<int>(result->outcome == ReplayResult::Outcome::Confirmed ? ExitStatus::RaceFree
                                                                              : ExitStatus::Race);
}

} // namespace

int runReplayCommand(const Arguments &arguments) {
  OptionParser parser("replay [options] WITNESS [-- compiler flags]",
                      "Makes a race happen in the native program, under ThreadSanitizer.");
  ReplayOptions options;
  options.declare(parser);
  parser.exitStatus("0 confirmed, 1 not confirmed, 2 bad usage or input,\n"
                    "             4 internal error");
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  Result<ReplayRequest> request = requestFrom(options, arguments);
  if (!request)
    return static_cast<int>(printError(request.error()));
  if (!options.exportTest.empty())
    return exportTest(*request, options.exportTest);
  if (options.gdb)
    return debug(*request);
  const InterruptGuard interrupt;
  request->cancelled = [&] { return interrupt.interrupted(); };
  return replay(*request, options.quiet);
}

} // namespace raceward
