// The way of the search: which step comes next, and when it goes back.
#include "search/SearchCore.h"

#include "state/ReaderConflicts.h"

#include <algorithm>
#include <utility>

namespace raceward {
namespace {

/// What can no longer race says nothing about final states.
Pruning pruningFor(const SearchOptions &options) {
  return options.question == Question::AnyRace ? options.pruning : Pruning::None;
}

/// Where runs are left before a race would show, the order of plain accesses counts.
Dependency dependencyFor(const SearchOptions &options) {
  return options.question == Question::AnyRace && pruningFor(options) != Pruning::Lockset
             ? Dependency::Synchronisation
             : Dependency::EveryConflict;
}

/// A wakeup sequence that ends with a lock leaves open what the section will be, yet a longer
/// one with one outcome inside of it stands for it: only if the outcome does not matter.
/// (Test: LazyLockOrder.AnInputInsideDecidesWhatASectionTouches)
CriticalSections::WithInputs sectionsWithInputs(Reduction reduction) {
  return reduction == Reduction::Optimal ? CriticalSections::WithInputs::AreNot
                                         : CriticalSections::WithInputs::ArePlain;
}

} // namespace

Search::Search(Machine &machine, const SearchOptions &options)
    : machine_(machine), options_(options), pruning_(pruningFor(options)),
      reduction_(options.reduction), dependency_(dependencyFor(options)),
      causal_(run_, dependency_), races_(run_), pruner_(machine, run_, races_, causal_),
      lazy_(run_, sectionsWithInputs(options.reduction)),
      lazyNow_(options.lockOrder == LockOrder::Lazy && options.reduction != Reduction::None &&
               pruning_ == Pruning::None),
      budget_(options.bounds) {
  races_.onRace = options.onRace;
  // A wakeup sequence needs to know what comes after it.
  if (pruning_ != Pruning::None && optimal())
    reduction_ = Reduction::Source;
}

Node &Search::pushNode() {
  if (depth_ == nodes_.size())
    nodes_.emplace_back();
  Node &node = nodes_[depth_++];
  node.mark = machine_.mark();
  const auto enabled = machine_.enabled();
  node.enabled.assign(enabled.begin(), enabled.end());
  node.asleep.clear();
  for (const ThreadId thread : machine_.disabled())
    if (waitsForWrite(machine_.next(thread).action))
      node.asleep.push_back(thread);
  node.sleep.clear();
  node.sleepFromAbove = 0;
  node.safe = false;
  node.backtrack.clear();
  node.nextThread = 0;
  node.outcomes.clear();
  node.nextOutcome = 0;
  node.stepsDone = 0;
  RW_CHECK(node.wakeup == WakeupTrees::kEmpty);
  moved_ = false;
  return node;
}

Event Search::stepOf(ThreadId thread, Outcome outcome) {
  return {thread, run_.nextIndexOf(thread), outcome, machine_.next(thread, outcome)};
}

/// The machine has just reached a state for the first time on this path.
Result<Search::Arrival> Search::arrive() {
  Node &node = pushNode();
  if (depth_ > 1 && usesSleep())
    node.sleep.keepIndependent(nodes_[depth_ - 2].sleep, run_[run_.size() - 1], dependency_);
  node.sleepFromAbove = node.sleep.entries().size();
  left_ = leaves(node);
  if (node.enabled.empty() || left_) {
    ++result_.counters.runs;
    if (options_.onCompleteRun && !left_)
      options_.onCompleteRun(run_.events());
    return Arrival::EndOfRun;
  }
  if (guide_ != WakeupTrees::kEmpty) {
    node.wakeup = std::exchange(guide_, WakeupTrees::kEmpty);
    return Arrival::GoOn;
  }
  auto chosen = chooseFirst(node);
  if (!chosen)
    return fail(std::move(chosen).error());
  if (*chosen)
    return Arrival::GoOn;
  ++result_.counters.blockedRuns;
  return Arrival::EndOfRun;
}

/// Whether the run need not go on: nothing that may follow can race (rule R1).
bool Search::leaves(Node &node) {
  if (pruning_ == Pruning::None || node.enabled.empty())
    return false;
  ++result_.counters.pruningChecks;
  const bool locksets = pruning_ == Pruning::Lockset;
  node.safe = locksets ? pruner_.isSafe() : pruner_.isFutureSafe();
  if (!node.safe)
    return false;
  ++result_.counters.pruningYes;
  if (locksets)
    result_.counters.pruningSkipped += node.enabled.size();
  return locksets;
}

/// With nothing to follow: the first thread that is not asleep, with all its outcomes.
Result<bool> Search::chooseFirst(Node &node) {
  if (reduction_ == Reduction::None) {
    node.backtrack = node.enabled;
    return true;
  }
  bool partly = false;
  for (const ThreadId thread : node.enabled) {
    const auto outcomes = machine_.outcomes(thread);
    if (!outcomes)
      return fail(outcomes.error());
    std::size_t awake = 0;
    for (const Outcome outcome : *outcomes) {
      if (node.sleep.contains(thread, outcome))
        continue;
      ++awake;
      if (optimal())
        trees_.addLast(node.wakeup, stepOf(thread, outcome));
    }
    const bool partlyAsleep = awake != 0 && awake != outcomes->size() && !optimal();
    partly |= partlyAsleep;
    if (awake == 0 || (partlyAsleep && !mutated(Mutation::SleepPartly)))
      continue;
    node.addBacktrack(thread);
    return true;
  }
  // Outcomes of a section wake for themselves. Those that sleep show nobody here what they
  // conflict with, so the thread cannot stand for the others.
  // (Test: Search.ASectionThatIsPartlyAsleepDoesNotStandForTheOthers)
  if (partly)
    for (const ThreadId thread : node.enabled)
      node.addBacktrack(thread);
  return partly;
}

Result<bool> Search::chooseStep(Node &node, Event &step) {
  return optimal() ? chooseFromTree(node, step) : chooseFromSets(node, step);
}

Result<bool> Search::chooseFromTree(Node &node, Event &step) {
  while (node.wakeup != WakeupTrees::kEmpty) {
    const WakeupTrees::Branch branch = trees_.takeFirst(node.wakeup);
    const ThreadId thread = branch.event.thread;
    RW_CHECK(node.contains(node.enabled, thread));
    if (branch.anyOutcome) {
      // Feasible outcomes are those of this state, not of the run that asked for it.
      const auto outcomes = machine_.outcomes(thread);
      if (!outcomes)
        return fail(outcomes.error());
      for (std::size_t i = outcomes->size(); i-- > 0;)
        if (!node.sleep.contains(thread, (*outcomes)[i]))
          trees_.addFirst(node.wakeup, stepOf(thread, (*outcomes)[i]));
      continue;
    }
    step = stepOf(thread, branch.event.outcome);
    if (!mutated(Mutation::WakeupSubtrees))
      guide_ = branch.after;
    return true;
  }
  return false;
}

Result<bool> Search::chooseFromSets(Node &node, Event &step) {
  for (;;) {
    while (node.nextOutcome < node.outcomes.size()) {
      const ThreadId thread = node.backtrack[node.nextThread - 1];
      const Outcome outcome = node.outcomes[node.nextOutcome++];
      if (usesSleep() && node.sleep.contains(thread, outcome))
        continue;
      step = stepOf(thread, outcome);
      return true;
    }
    if (node.nextThread == node.backtrack.size())
      return false;
    const auto outcomes = machine_.outcomes(node.backtrack[node.nextThread++]);
    if (!outcomes)
      return fail(outcomes.error());
    node.outcomes.assign(outcomes->begin(), outcomes->end());
    node.nextOutcome = 0;
  }
}

Result<void> Search::perform(Event step) {
  if (optimal() && !staysTheSame(step)) {
    becomeSource();
    top().addBacktrack(step.thread);
  }
  if (std::holds_alternative<Exit>(step.operation.action))
    rememberPending();
  const auto done = machine_.step(step.thread, step.outcome);
  if (!done)
    return done;
  ++result_.counters.events;
  run_.push(std::move(step));
  causal_.extend();
  if (pruning_ == Pruning::Lockset)
    pruner_.extend();
  if (lazyNow_)
    keepEager(run_[run_.size() - 1].operation.action);
  return races_.extend(machine_);
}

/// Whether the step is the same wherever a sequence may take it. A section may take another
/// path, by data or by an input, so that what it conflicts with is not known before it is
/// performed; and it is not always known what woke a loop. Who comes first at a read-write lock
/// or a semaphore decides what others do there and whether they can. Wakeup trees need both.
/// (Tests: Search.AnotherPathOfASectionIsNotForgotten, AnOutcomeOfASectionDoesNotStandForTheOthers)
bool Search::staysTheSame(const Event &step) const {
  if (mutated(Mutation::OptimalSections))
    return true;
  return machine_.fixed(step.thread) && !std::holds_alternative<Await>(step.operation.action) &&
         !isOfReadersOrSemaphores(step.operation.action);
}

/// What threads wait to do when the process ends; the machine forgets it then.
void Search::rememberPending() {
  pending_.clear();
  for (const ThreadId thread : machine_.disabled())
    pending_.push_back({thread, run_.nextIndexOf(thread), {}, machine_.next(thread)});
}

/// Leaves the node on top: all that it had to do is done.
void Search::back() {
  --depth_;
  moved_ = true;
  if (depth_ == 0)
    return;
  // All runs through this step have been visited: it may sleep.
  if (usesSleep() && !mutated(Mutation::SleepTaken))
    top().sleep.add(run_[run_.size() - 1]);
  ++top().stepsDone;
  run_.pop();
  fresh_ = run_.size();
}

Result<SearchResult> Search::search() {
  if (auto restarted = machine_.restart(); !restarted)
    return fail(std::move(restarted).error());
  arriving_ = true;
  if (auto explored = explore(); !explored)
    return fail(std::move(explored).error());
  return finish();
}

/// False: it ended early, and result_ says why, or because an item is to be split.
Result<bool> Search::explore() {
  while (arriving_ || depth_ > floor_) {
    if (arriving_) {
      arriving_ = false;
      auto arrival = arrive();
      if (!arrival)
        return fail(std::move(arrival).error());
      if (*arrival == Arrival::EndOfRun) {
        if (auto ended = endRun(); !ended)
          return fail(std::move(ended).error());
        if (over())
          return false;
        back();
        continue;
      }
    }
    if (isSplitDue())
      return false;
    if (moved_) {
      if (auto rewound = machine_.rewind(top().mark); !rewound)
        return fail(std::move(rewound).error());
      moved_ = false;
    }
    Event step;
    const auto chosen = chooseStep(top(), step);
    if (!chosen)
      return fail(chosen.error());
    if (!*chosen) {
      back();
      continue;
    }
    if (auto performed = perform(std::move(step)); !performed)
      return fail(std::move(performed).error());
    if (over()) // within the run too: it may never end
      return false;
    arriving_ = true;
  }
  return true;
}

SearchResult Search::finish() {
  result_.races.insert(races_.races().begin(), races_.races().end());
  result_.laterRaces = races_.laterRaces();
  result_.firstRace = races_.firstRace() ? races_.firstRace() : confirmed_;
  result_.ambiguousOrder |= races_.ambiguous();
  return std::move(result_);
}

bool Search::over() {
  if (raceAnswers()) {
    result_.ended = SearchEnd::FirstRace;
    return true;
  }
  if (options_.enough && options_.enough()) {
    result_.ended = SearchEnd::Enough;
    return true;
  }
  auto bound = budget_.reached(result_.counters);
  if (!bound && run_.size() > options_.bounds.eventsPerRun)
    bound = SearchEnd::RunLength;
  if (bound)
    result_.ended = *bound;
  return bound.has_value();
}

Result<void> Search::endRun() {
  if (options_.onProgress)
    report();
  if (left_)
    pending_.clear(); // they are among what is hidden
  else if (!endsWithExit())
    rememberPending();
  if (std::any_of(pending_.begin(), pending_.end(), [](const Event &pending) {
        return isOfReadersOrSemaphores(pending.operation.action);
      })) {
    if (lazyNow_)
      giveUpLazyOrder(depth_ - 1);
    if (optimal() && !mutated(Mutation::OptimalPending))
      becomeSource();
  }
  if (lazyNow_)
    if (auto looked = lookLazily(); !looked)
      return looked;
  if (!raceAnswers()) { // the machine is elsewhere then
    reverseAll();
    if (left_)
      reverseHidden();
  }
  return {};
}

void Search::report() {
  const auto elapsed = budget_.elapsed();
  if (elapsed < nextReport_)
    return;
  nextReport_ = elapsed + options_.progressInterval;
  Progress progress;
  progress.counters = result_.counters;
  progress.seconds = std::chrono::duration<double>(elapsed).count();
  progress.runsPerSecond =
      static_cast<double>(result_.counters.runs + result_.counters.blockedRuns) / progress.seconds;
  // The node on top is the end of a run: nothing is left to do there.
  progress.fraction = fractionDone({nodes_.data(), depth_ - 1}, trees_);
  options_.onProgress(progress);
}

RacingPair racingPair(const Event &a, const Event &b) {
  RacingAccess first{a.thread, a.operation.at};
  RacingAccess second{b.thread, b.operation.at};
  if (second < first)
    std::swap(first, second);
  return {first, second};
}

const char *toString(SearchEnd end) {
  switch (end) {
  case SearchEnd::Exhausted:
    return "exhausted";
  case SearchEnd::FirstRace:
    return "first race";
  case SearchEnd::Enough:
    return "enough";
  case SearchEnd::RunBound:
    return "run bound";
  case SearchEnd::EventBound:
    return "event bound";
  case SearchEnd::RunLength:
    return "run length";
  case SearchEnd::TimeBound:
    return "time bound";
  case SearchEnd::MemoryBound:
    return "memory bound";
  }
  return "?";
}

Result<SearchResult> explore(Machine &machine, const SearchOptions &options) {
  const auto search = std::make_shared<Search>(machine, options);
  Result<SearchResult> result = search->search();
  if (result)
    result->leftover = search;
  return result;
}

} // namespace raceward
