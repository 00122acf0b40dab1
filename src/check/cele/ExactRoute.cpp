#include "ExactRoute.h"

#include "Executable.h"
#include "ReadWatch.h"
#include "raceward/base/Deadline.h"
#include "raceward/symex/GivenInputs.h"
#include "raceward/symex/PathCheck.h"
#include "request/SearchSetup.h"

#include <algorithm>

namespace raceward::cele {

namespace {

SearchOptions searchOptions(const ExactOptions &options) {
  SearchOptions search;
  search.reduction = options.reduction;
  search.question = Question::Everything;
  search.bounds.time = nanosecondsFrom(options.limits.seconds);
  search.bounds.memoryBytes = options.limits.memoryBytes;
  if (options.onProgress)
    search.onProgress = [&](const Progress &progress) {
      options.onProgress(progressWords(progress));
    };
  return search;
}

/// Adds gaps and statistics at the end of a search.
void conclude(Executable &program, const SearchResult &result, const ExactOptions &options,
              double seconds, ExactAnswer &answer) {
  ThreadedMachine &machine = program.machine();
  answer.gaps.insert(answer.gaps.end(), machine.gaps().begin(), machine.gaps().end());
  if (!result.exhausted() && result.ended != SearchEnd::Enough)
    answer.gaps.push_back(gapFrom(result.ended, options.limits, result.counters));
  answer.stats = statsOf(machine, result, program.visible());
  answer.stats.seconds = seconds;
}

bool writesWhatIsReadBy(const Event &section, const Event &later) {
  bool found = false;
  forEachAccess(section.operation.action, [&](const MemoryAccess &read) {
    forEachAccess(later.operation.action,
                  [&](const MemoryAccess &access) { found |= conflict(read, access); });
  });
  return found;
}

/// Names the inputs as in CELE: main reads all inputs, in a known order.
void useWordsOfCele(const Executable &program, const Source &unrolled,
                    std::vector<GivenInput> &inputs) {
  const std::vector<ExpressionId> &asked = program.lowered().inputs;
  for (std::size_t i = 0; i < inputs.size() && i < asked.size(); ++i)
    inputs[i].source = portWords(unrolled.at(asked[i]));
  std::erase_if(inputs, [](const GivenInput &input) { return input.value == "0"; });
}

/// What blocks a thread at the end of a run.
struct Hold {
  enum class Kind : std::uint8_t {
    Event,   ///< a `when` whose condition does not hold, and never will
    Threads, ///< the threads of its fork
    Failure, ///< it has stopped for good
    Nothing, ///< it may continue: it tried too early, or was not followed further
  };
  Kind kind = Kind::Nothing;
  StatementId when;
};

Hold holdOf(Executable &program, std::span<const Event> run, ThreadId thread) {
  if (std::holds_alternative<Join>(program.machine().next(thread).action))
    return {Hold::Kind::Threads, {}};
  if (!program.machine().isRefused(thread))
    return {};
  std::size_t last = run.size();
  while (run[--last].thread != thread) {
  }
  const std::optional<Step> step = program.stepBy(run[last].operation);
  if (!step)
    return {Hold::Kind::Failure, {}};
  const bool hasChanged = std::ranges::any_of(run.subspan(last + 1), [&](const Event &later) {
    return writesWhatIsReadBy(run[last], later);
  });
  return hasChanged ? Hold{} : Hold{Hold::Kind::Event, step->statement};
}

/// At the end of a run: the threads that wait for an event that never comes. If a thread tried too
/// early, there is another run in which it tries last.
std::optional<Violation> deadlockIn(Executable &program, const Source &unrolled,
                                    std::span<const Event> run) {
  ThreadedMachine &machine = program.machine();
  Violation deadlock;
  for (const ThreadId thread : machine.disabled()) {
    const Hold hold = holdOf(program, run, thread);
    if (hold.kind == Hold::Kind::Nothing)
      return std::nullopt;
    if (hold.kind != Hold::Kind::Event)
      continue;
    const Place at = unrolled.at(hold.when).at;
    if (deadlock.kind.empty()) {
      deadlock.kind = "deadlock";
      deadlock.message = "no thread can go on: ";
      deadlock.at = {unrolled.file, at.line, at.column};
    } else {
      deadlock.message += ", ";
    }
    deadlock.message += machine.nameOf(thread) + " waits for the event in line " +
                        std::to_string(at.line) + ", which never comes";
  }
  if (deadlock.kind.empty())
    return std::nullopt;
  deadlock.inputs = givenInputs(machine.inputs());
  return deadlock;
}

} // namespace

Result<ExactAnswer> exploreValueRaces(const Source &unrolled, const ExactOptions &options) {
  const Stopwatch elapsed;
  Result<Executable> program = Executable::make(unrolled, {.inputDomain = options.inputDomain});
  if (!program)
    return fail(program.error());
  ReadWatch watch(*program, unrolled);
  const Result<SearchResult> result = explore(watch, searchOptions(options));
  if (!result)
    return fail(result.error());
  ExactAnswer answer;
  answer.races = watch.races();
  if (watch.undecided() > 0)
    answer.gaps.push_back({GapKind::SolverLimit,
                           "the solver could not decide whether a use gets different values",
                           {},
                           "raise --solver-limit"});
  conclude(*program, *result, options, elapsed.seconds(), answer);
  return answer;
}

Result<ExactAnswer> exploreProperty(const Source &unrolled, Property property,
                                    const ExactOptions &options) {
  const Stopwatch elapsed;
  Result<Executable> program =
      Executable::make(unrolled, {.failuresAreFaults = property == Property::Assertions,
                                  .inputDomain = options.inputDomain});
  if (!program)
    return fail(program.error());
  ThreadedMachine &machine = program->machine();
  ExactAnswer answer;
  SearchOptions search = searchOptions(options);
  search.enough = [&] { return !answer.violations.empty() || !machine.findings().empty(); };
  if (property == Property::Deadlock)
    search.onCompleteRun = [&](std::span<const Event> run) {
      if (!answer.violations.empty())
        return;
      if (std::optional<Violation> deadlock = deadlockIn(*program, unrolled, run))
        answer.violations.push_back(std::move(*deadlock));
    };
  const Result<SearchResult> result = explore(machine, search);
  if (!result)
    return fail(result.error());
  for (const Finding &finding : machine.findings())
    if (violates(finding.fault.kind, property))
      answer.violations.push_back(violationFrom(finding.fault, finding.inputs));
  for (Violation &violation : answer.violations)
    useWordsOfCele(*program, unrolled, violation.inputs);
  conclude(*program, *result, options, elapsed.seconds(), answer);
  return answer;
}

} // namespace raceward::cele
