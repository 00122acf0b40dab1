// The way of the search: down by steps, and back.
#include "search/SearchCore.h"

#include "state/ReaderConflicts.h"

#include <algorithm>
#include <utility>

namespace raceward {
namespace {

/// A state from which no race is possible may still have different final states.
Pruning pruningFor(const SearchOptions &options) {
  return options.question == Question::AnyRace ? options.pruning : Pruning::None;
}

/// Where runs are left before a race would show, the order of plain accesses counts.
Dependency dependencyFor(const SearchOptions &options) {
  return options.question == Question::AnyRace && pruningFor(options) != Pruning::Lockset
             ? Dependency::Synchronisation
             : Dependency::EveryConflict;
}

/// Pruned runs end early, so that sequences of a whole run are not known.
Reduction reductionFor(const SearchOptions &options) {
  return pruningFor(options) == Pruning::None ? options.reduction
                                              : rowOf(options.reduction).fallback;
}

/// A wakeup sequence that ends with a lock leaves open what the section will be, yet a longer
/// one with one outcome inside of it stands for it: only if the outcome does not matter.
/// (Test: LazyLockOrder.AnInputInsideDecidesWhatASectionTouches)
CriticalSections::WithInputs sectionsWithInputs(const Reducer &reducer) {
  return reducer.usesSequences() ? CriticalSections::WithInputs::AreNot
                                 : CriticalSections::WithInputs::ArePlain;
}

} // namespace

SearchCore::SearchCore(Machine &machine, const SearchOptions &options)
    : options_(options), state_(machine, dependencyFor(options)), races_(state_.run),
      reduction_(reductionFor(options)), reducer_(makeReducer(reduction_, state_)),
      pruned_(state_, races_, pruningFor(options), result_.counters),
      lazy_(state_, races_, options.question, sectionsWithInputs(*reducer_), result_),
      reversals_(state_, result_.counters), budget_(options.bounds) {
  races_.onRace = options.onRace;
  if (options.lockOrder == LockOrder::Lazy && reducer_->reduces() &&
      pruningFor(options) == Pruning::None)
    lazy_.begin();
}

Node &SearchCore::pushNode() {
  Node &node = state_.pushNode();
  if (state_.depth > 1 && reducer_->reduces())
    node.sleep.keepIndependent(state_.nodes[state_.depth - 2].sleep,
                               state_.run[state_.run.size() - 1], state_.dependency);
  node.sleepFromAbove = node.sleep.entries().size();
  machineIsDeeper_ = false;
  return node;
}

/// The machine has just reached a state for the first time on this path.
Result<SearchCore::Arrival> SearchCore::arrive() {
  Node &node = pushNode();
  prunedHere_ = pruned_.endsRun(node);
  if (node.enabled.empty() || prunedHere_) {
    ++result_.counters.runs;
    if (options_.onCompleteRun && !prunedHere_)
      options_.onCompleteRun(state_.run.events());
    return Arrival::EndOfRun;
  }
  auto chosen = reducer_->firstChoice(node);
  if (!chosen)
    return fail(std::move(chosen).error());
  if (*chosen)
    return Arrival::GoOn;
  ++result_.counters.blockedRuns;
  return Arrival::EndOfRun;
}

Result<void> SearchCore::perform(Event step) {
  if (!reducer_->canPerform(step)) {
    reducer_->handOver();
    useFallback();
    state_.top().addBacktrack(step.thread);
  }
  if (std::holds_alternative<Exit>(step.operation.action))
    reversals_.rememberPending(); // the machine forgets it at the end of the process
  const auto done = state_.machine.step(step.thread, step.outcome);
  if (!done)
    return done;
  ++result_.counters.events;
  state_.run.push(std::move(step));
  state_.causal.extend();
  pruned_.extend();
  if (lazy_.isActive() && lazy_.isLessLazyAfterStep())
    takeAllThreads(state_.depth);
  return races_.extend(state_.machine);
}

/// Leaves the node on top, which has no steps left.
void SearchCore::back() {
  --state_.depth;
  machineIsDeeper_ = true;
  if (state_.depth == 0)
    return;
  // All runs through this step have been visited: it may sleep.
  if (reducer_->reduces() && !mutated(Mutation::SleepTaken))
    state_.top().sleep.add(state_.run[state_.run.size() - 1]);
  ++state_.top().stepsDone;
  state_.run.pop();
  reversals_.beginAt(state_.run.size());
}

void SearchCore::forgetPath() {
  result_.counters = {};
  reversals_.beginAt(state_.run.size());
}

Result<SearchResult> SearchCore::search() {
  if (auto restarted = state_.machine.restart(); !restarted)
    return fail(std::move(restarted).error());
  if (auto explored = explore(0); !explored)
    return fail(std::move(explored).error());
  return finish();
}

Result<bool> SearchCore::explore(std::size_t floor) {
  Result<bool> explored = exploreFrom(floor);
  // A machine leaves out what it cannot decide in time, and then does not find a step again.
  if (!explored && budget_.isTimeOver()) {
    result_.ended = SearchEnd::TimeBound;
    return false;
  }
  return explored;
}

Result<bool> SearchCore::exploreFrom(std::size_t floor) {
  atNewState_ = state_.depth == 0;
  while (atNewState_ || state_.depth > floor) {
    if (atNewState_) {
      atNewState_ = false;
      auto arrival = arrive();
      if (!arrival)
        return fail(std::move(arrival).error());
      if (*arrival == Arrival::EndOfRun) {
        if (auto ended = endRun(); !ended)
          return fail(std::move(ended).error());
        if (mustStop())
          return false;
        back();
        continue;
      }
    }
    // Only between runs: before, the pairs of the run have not been reversed. So every item makes
    // progress, too.
    if (machineIsDeeper_ && state_.item != nullptr && state_.item->isSplitDue())
      return false;
    const auto stepped = stepOn();
    if (!stepped)
      return fail(stepped.error());
    if (!*stepped) {
      back();
      continue;
    }
    if (mustStop()) // within the run too: it may never end
      return false;
    atNewState_ = true;
  }
  return true;
}

/// Performs the next step of the node on top; false if it has none left.
Result<bool> SearchCore::stepOn() {
  if (machineIsDeeper_) {
    if (auto rewound = state_.machine.rewind(state_.top().mark); !rewound)
      return fail(std::move(rewound).error());
    machineIsDeeper_ = false;
  }
  Event step;
  auto chosen = reducer_->nextStep(state_.top(), step);
  if (!chosen || !*chosen)
    return chosen;
  if (auto performed = perform(std::move(step)); !performed)
    return fail(std::move(performed).error());
  return true;
}

SearchResult SearchCore::finish() {
  result_.races.insert(races_.races().begin(), races_.races().end());
  result_.laterRaces = races_.laterRaces();
  result_.firstRace = races_.firstRace() ? races_.firstRace() : lazy_.confirmedRace();
  result_.ambiguousOrder |= races_.ambiguous();
  return std::move(result_);
}

bool SearchCore::mustStop() {
  if (raceAnswers()) {
    result_.ended = SearchEnd::FirstRace;
    return true;
  }
  if (options_.enough && options_.enough()) {
    result_.ended = SearchEnd::Enough;
    return true;
  }
  auto bound = budget_.reached(result_.counters);
  if (!bound && state_.run.size() > options_.bounds.eventsPerRun)
    bound = SearchEnd::RunLength;
  if (bound)
    result_.ended = *bound;
  return bound.has_value();
}

Result<void> SearchCore::endRun() {
  if (options_.onProgress)
    report();
  if (prunedHere_)
    reversals_.forgetPending(); // it is among what is hidden
  else if (!state_.endsWithExit())
    reversals_.rememberPending();
  for (const Event &pending : reversals_.pending()) {
    if (lazy_.isActive() && isOfReadersOrSemaphores(pending.operation.action) && lazy_.giveUp())
      takeAllThreads(state_.depth - 1);
    if (!reducer_->canEndWith(pending)) {
      reducer_->handOver();
      useFallback();
    }
  }
  if (lazy_.isActive()) {
    const auto isLessLazy = lazy_.isLessLazyAfterRun();
    if (!isLessLazy)
      return fail(isLessLazy.error());
    if (*isLessLazy)
      takeAllThreads(state_.depth - 1);
  }
  // Where a race answers, the machine may be in the state of another run.
  if (raceAnswers() || !reducer_->reduces())
    return {};
  reversals_.reverseAll(*reducer_, lazy_.firstUnsettled(reversals_.firstNewEvent()));
  if (prunedHere_)
    pruned_.reverseHidden();
  return {};
}

/// The reduction cannot go on, or something that it does not support is needed.
void SearchCore::useFallback() {
  const Reduction fallback = rowOf(reduction_).fallback;
  if (fallback == reduction_)
    return;
  reduction_ = fallback;
  replaced_ = std::exchange(reducer_, makeReducer(fallback, state_));
}

/// When less is lazy than was: the nodes of this run are still open, and reversals that they did
/// not get are lost, so they take all threads. Wakeup trees cannot express that: a step that begins
/// no sequence must find no step asleep. So the fallback goes on.
void SearchCore::takeAllThreads(std::size_t nodes) {
  useFallback();
  if (mutated(Mutation::LazyTakesAll))
    return;
  for (std::size_t i = 0; i < nodes; ++i)
    state_.takeAll(state_.nodes[i]);
}

} // namespace raceward
