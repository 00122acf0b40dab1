#include "Comparison.h"

#include "InItems.h"
#include "RandomScript.h"
#include "ScriptedMachine.h"

#include <algorithm>

namespace raceward::test {
namespace {

std::string counts(const char *what, std::uint64_t got, std::uint64_t want) {
  return std::string(what) + " " + std::to_string(got) + ", should be " + std::to_string(want);
}

bool sequentiallyConsistent(const Script &script) {
  for (const ThreadScript &thread : script.threads)
    for (const Statement &s : thread)
      if (s.order != MemoryOrder::SeqCst)
        return false;
  return true;
}

/// Whether there is an atomic section with all of these in it.
bool hasSectionWith(const Script &script, std::set<Op> ops) {
  for (const ThreadScript &thread : script.threads) {
    std::optional<std::set<Op>> missing;
    for (const Statement &s : thread) {
      if (s.op == Op::Begin)
        missing = ops;
      else if (s.op == Op::End)
        missing.reset();
      else if (missing)
        missing->erase(s.op);
      if (missing && missing->empty())
        return true;
    }
  }
  return false;
}

/// Whether each step is the same wherever it is performed; Optimal is Source otherwise.
bool staysOptimal(const Script &script) {
  for (const Op op : {Op::ReadLock, Op::TryReadLock, Op::Wait, Op::TryWait, Op::Look, Op::Once,
                      Op::CompareAndSwap})
    if (script.has(op))
      return false;
  return !script.waits() && !hasSectionWith(script, {Op::Choose}) &&
         !hasSectionWith(script, {Op::SkipUnless});
}

Found search(const Script &script, Reduction reduction, Question question, LockOrder lockOrder,
             std::uint64_t maxRuns) {
  SearchOptions options;
  options.reduction = reduction;
  options.question = question;
  options.lockOrder = lockOrder;
  options.bounds.runs = maxRuns;
  return search(script, options);
}

std::string wrongAnswers(const Found &all, const Truth &truth) {
  if (!all.result.exhausted())
    return "more runs than interleavings";
  if (all.finalStates != truth.finalStates)
    return counts("final states", all.finalStates.size(), truth.finalStates.size());
  if (all.deadlocks != truth.deadlocks)
    return counts("deadlocks", all.deadlocks.size(), truth.deadlocks.size());
  if (all.result.races != truth.races)
    return counts("races", all.result.races.size(), truth.races.size());
  if (all.result.ambiguousOrder != truth.ambiguous)
    return counts("ambiguous", all.result.ambiguousOrder, truth.ambiguous);
  return {};
}

std::string wrongAnyRace(const Found &any, const Truth &truth) {
  if (any.result.races.empty() != truth.races.empty())
    return "a race exists: " + std::to_string(!truth.races.empty());
  if (any.result.exhausted() != truth.races.empty())
    return std::string("ended by ") + toString(any.result.ended);
  for (const RacingPair &pair : any.result.races)
    if (!truth.races.contains(pair))
      return "a race that is none";
  if (truth.races.empty() && any.result.ambiguousOrder != truth.ambiguous)
    return counts("ambiguous", any.result.ambiguousOrder, truth.ambiguous);
  // Without a race, plain accesses decide nothing: all the rest is seen as well.
  if (truth.races.empty() &&
      (any.finalStates != truth.finalStates || any.deadlocks != truth.deadlocks))
    return "final states of a program without races";
  return {};
}

/// Left out is only what cannot race: the answer is the same.
std::string wrongPruned(const Script &script, const Truth &truth, Reduction reduction) {
  SearchOptions options;
  options.reduction = reduction;
  options.question = Question::AnyRace;
  options.pruning = Pruning::Lockset;
  options.bounds.runs = 4 * truth.interleavings + 16;
  const SearchResult result = search(script, options).result;
  if (result.races.empty() != truth.races.empty())
    return "a race exists: " + std::to_string(!truth.races.empty());
  if (result.exhausted() != truth.races.empty())
    return std::string("ended by ") + toString(result.ended);
  for (const RacingPair &pair : result.races)
    if (!truth.races.contains(pair))
      return "a race that is none";
  if (truth.races.empty() && result.ambiguousOrder != truth.ambiguous)
    return counts("ambiguous", result.ambiguousOrder, truth.ambiguous);
  return {};
}

} // namespace

std::string_view nameOf(Reduction reduction) {
  return rowOf(reduction).name;
}

Found search(const Script &script, SearchOptions options) {
  ScriptedMachine machine(script);
  Found found;
  options.onCompleteRun = [&](std::span<const Event>) {
    found.finalStates.insert(machine.state());
    if (machine.deadlocked())
      found.deadlocks.insert(machine.state());
  };
  auto result = explore(machine, options);
  RW_CHECK(result);
  found.result = std::move(*result);
  return found;
}

std::string wrong(const Script &script, const Truth &truth, Reduction reduction) {
  const std::uint64_t enough = 4 * truth.interleavings + 16;
  const Found all = search(script, reduction, Question::Everything, LockOrder::Eager, enough);
  if (std::string what = wrongAnswers(all, truth); !what.empty())
    return what;
  // Sleep sets: no class twice, none missed.
  const std::uint64_t runs = reduction == Reduction::None ? truth.interleavings : truth.traces;
  if (all.runs() != runs)
    return counts("runs", all.runs(), runs);
  if (reduction == Reduction::Optimal && staysOptimal(script) &&
      all.result.counters.blockedRuns != 0)
    return counts("blocked runs", all.result.counters.blockedRuns, 0);
  const Found any = search(script, reduction, Question::AnyRace, LockOrder::Eager, enough);
  if (std::string what = wrongAnyRace(any, truth); !what.empty())
    return what;
  if (std::string what = wrongPruned(script, truth, reduction); !what.empty())
    return "pruned: " + what;
  // Items are searched with the fallback, which has its own turn; and many small ones take long.
  constexpr std::uint64_t mostRunsInItems = 300;
  if (rowOf(reduction).fallback == reduction && runs <= mostRunsInItems)
    if (std::string what = wrongInItems(script, truth, reduction, truth.interleavings + 11);
        !what.empty())
      return "in items: " + what;
  if (reduction == Reduction::None)
    return {};

  const Found lazy = search(script, reduction, Question::Everything, LockOrder::Lazy, enough);
  if (std::string what = wrongAnswers(lazy, truth); !what.empty())
    return "lazy: " + what;
  if (lazy.runs() > all.runs())
    return "lazy: " + counts("more runs", lazy.runs(), all.runs());
  const Found lazyAny = search(script, reduction, Question::AnyRace, LockOrder::Lazy, enough);
  if (std::string what = wrongAnyRace(lazyAny, truth); !what.empty())
    return "lazy: " + what;
  if (truth.races.empty() && lazyAny.runs() > any.runs())
    return "lazy: " + counts("more runs", lazyAny.runs(), any.runs());
  if (lazyAny.result.counters.unconfirmedRaces != 0 && sequentiallyConsistent(script))
    return "lazy: a race that no run confirms";
  return {};
}

std::uint64_t blockedRunsOfSource(std::uint64_t seeds) {
  std::uint64_t blocked = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    blocked += search(randomScript(seed), Reduction::Source, Question::Everything, LockOrder::Eager,
                      10'000)
                   .result.counters.blockedRuns;
  return blocked;
}

namespace {

/// Threads that sleep and addresses that are ranges, held against what they stand for.
std::string wrongMachine(const Script &script, const Truth &truth, const Truth &definition) {
  if (truth.races != definition.races)
    return counts("races", truth.races.size(), definition.races.size());
  const auto same = [&](const auto &found, const auto &defined) {
    // A section that fails for one input may yet pass for another, so that a thread asleep
    // after it need not be stuck. Nobody asks for more than the races of such a path.
    return hasSectionWith(script, {Op::Choose, Op::Assume})
               ? std::includes(found.begin(), found.end(), defined.begin(), defined.end())
               : found == defined;
  };
  if (!same(truth.finalStates, definition.finalStates))
    return counts("final states", truth.finalStates.size(), definition.finalStates.size());
  if (!same(truth.deadlocks, definition.deadlocks))
    return counts("deadlocks", truth.deadlocks.size(), definition.deadlocks.size());
  return {};
}

/// More than the machine of the search has, as a thread that waits busily has more to do.
constexpr std::uint64_t kBusyTimes = 20;

} // namespace

Complaint compareWithBruteForce(const Script &script, std::uint64_t maxInterleavings) {
  const auto truth = bruteForce(script, maxInterleavings);
  if (!truth)
    return std::nullopt;
  std::optional<Truth> definition = truth;
  // Where threads wait busily the process never ends.
  if (!(script.waits() && script.has(Op::Exit)) &&
      (script.waits() || script.has(Op::Put) || script.has(Op::Get))) {
    definition = bruteForce(script, kBusyTimes * maxInterleavings, Waiting::Busy, Indices::Known);
    if (!definition)
      return std::nullopt;
    if (const std::string what = wrongMachine(script, *truth, *definition); !what.empty())
      return "machine: " + what;
  }
  // With weaker orders there are races between accesses that are never both next. So there are
  // with a compare-and-swap: it races by what it wrote, and fails if it is next later.
  if (sequentiallyConsistent(script) && !script.has(Op::CompareAndSwap) &&
      definition->races.empty() != definition->coenabledRaces.empty())
    return "oracle: happens-before and both-next disagree whether there is a race";
  if (!truth->happensBeforeIsRight)
    return "oracle: happens-before by clocks and by its definition disagree";
  for (const RacingPair &pair : definition->coenabledRaces)
    if (!truth->races.contains(pair))
      return "oracle: both next, but always ordered by happens-before";
  const auto sleep = sleepSetSearch(script, maxInterleavings);
  if (!sleep || sleep->traces != truth->traces || sleep->races != truth->races ||
      sleep->ambiguous != truth->ambiguous || sleep->finalStates != truth->finalStates ||
      sleep->deadlocks != truth->deadlocks)
    return "oracle: sleep sets and brute force disagree";
  for (const Reduction reduction : kAllReductions)
    if (const std::string what = wrong(script, *truth, reduction); !what.empty())
      return std::string(nameOf(reduction)) + ": " + what;
  return "";
}

Complaint compareWithSleepSets(const Script &script, std::uint64_t maxRuns) {
  const auto sleep = sleepSetSearch(script, maxRuns);
  if (!sleep)
    return std::nullopt;
  Truth truth;
  truth.interleavings = sleep->traces + sleep->blocked;
  truth.traces = sleep->traces;
  truth.races = sleep->races;
  truth.ambiguous = sleep->ambiguous;
  truth.finalStates = sleep->finalStates;
  truth.deadlocks = sleep->deadlocks;
  for (const Reduction reduction : kReduced)
    if (const std::string what = wrong(script, truth, reduction); !what.empty())
      return std::string(nameOf(reduction)) + ": " + what;
  return "";
}

} // namespace raceward::test
