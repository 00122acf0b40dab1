// The depth-first search behind all reductions.
//
// A node is a state on the current run. Each reduction differs in two places only: which
// step a node takes next, and what a pair of events that can be reversed adds to the node
// before the first of them. Pairs are looked at when a run has ended, whether it is
// complete or was cut by sleep sets.
#include "raceward/explore/Search.h"

#include "Budget.h"
#include "LazyLocks.h"
#include "Node.h"
#include "Pruner.h"
#include "RaceFinder.h"
#include "Readers.h"
#include "raceward/model/CausalOrder.h"

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

class Search {
public:
  Search(Machine &machine, const SearchOptions &options)

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

  Result<SearchResult> search();

private:
  enum class Arrival : std::uint8_t { GoOn, EndOfRun };

  [[nodiscard]] bool optimal() const { return reduction_ == Reduction::Optimal; }
  [[nodiscard]] bool usesSleep() const { return reduction_ != Reduction::None; }
  [[nodiscard]] Node &top() { return nodes_[depth_ - 1]; }
  [[nodiscard]] const CausalOrder &order() const { return lazyNow_ ? lazy_.order() : causal_; }
  [[nodiscard]] bool hasRace() const { return races_.firstRace() || confirmed_; }
  /// There is a race, and that was all that was asked.
  [[nodiscard]] bool raceAnswers() const {
    return options_.question == Question::AnyRace && hasRace();
  }
  /// Whether the search has to end, and why.
  bool over();
  SearchResult finish();

  Node &pushNode();
  Result<Arrival> arrive();
  bool leaves(Node &node);
  Result<bool> chooseFirst(Node &node);
  Result<bool> chooseStep(Node &node, Event &step);
  Result<bool> chooseFromTree(Node &node, Event &step);
  Result<bool> chooseFromSets(Node &node, Event &step);
  Result<void> perform(Event step);
  void back();
  Event stepOf(ThreadId thread, Outcome outcome);

  [[nodiscard]] bool staysTheSame(const Event &step) const;
  void rememberPending();
  [[nodiscard]] bool endsWithExit() const {
    return run_.size() != 0 && std::holds_alternative<Exit>(run_[run_.size() - 1].operation.action);
  }
  Result<void> endRun();
  Result<void> lookLazily();
  void keepEager(const Action &action);
  void giveUpLazyOrder(std::size_t nodes);
  void becomeSource();
  void takeAllThreads(std::size_t nodes);
  Result<void> restorePath();
  void report();

  void reverseAll();
  void reverseHidden();
  void reverse(std::size_t first, std::size_t end, const Event &second);
  [[nodiscard]] bool collectFirsts(std::size_t first, std::size_t end, const Event &second);
  void notAfterFirsts(std::size_t end);
  [[nodiscard]] std::uint32_t waitsSince(const Event &event) const;
  [[nodiscard]] bool staysAsleep(std::size_t first, const Event &second) const;
  [[nodiscard]] Event movedBefore(std::size_t first, const Event &second) const;
  void reverseOptimal(std::size_t first, const Event &unmoved);
  [[nodiscard]] static bool sleepsAsAnother(const Node &node, const Event &second);
  void reverseSource(Node &node, std::size_t end, const Event &second);
  void reverseClassic(Node &node, std::size_t end, const Event &second);
  void takeAll(Node &node);
  [[nodiscard]] bool leadsTo(std::size_t at, std::size_t end, const Event &second) const;

  Machine &machine_;
  const SearchOptions &options_;
  Pruning pruning_;
  Reduction reduction_;
  Dependency dependency_;
  Run run_;
  CausalOrder causal_;
  RaceFinder races_;
  Pruner pruner_;
  LazyLocks lazy_;
  std::optional<Trace> confirmed_; ///< a race that lazy lock order showed
  bool lazyNow_;                   ///< lazy lock order is asked for, and no race has been seen
  std::vector<Node> nodes_;        // entries above depth_ are kept for their memory
  std::size_t depth_ = 0;
  WakeupTrees trees_;
  WakeupTrees::Tree guide_ = WakeupTrees::kEmpty; ///< what the step just taken is followed by
  std::size_t fresh_ = 0; ///< first event of the run that no earlier run had
  bool moved_ = false;    ///< the machine is deeper than top()
  bool left_ = false;     ///< the run ends where nothing can race any more
  std::vector<Pruner::Hidden> hidden_;
  std::vector<Event> pending_;          ///< of rememberPending()
  std::vector<std::uint32_t> blockers_; ///< of reversibleWithPending()
  std::vector<std::uint32_t> firsts_;   ///< what the second event is to go before, in order
  std::vector<std::uint32_t> between_;  ///< positions of notAfterFirsts()
  std::vector<ThreadId> initials_;      ///< of reverseSource()
  WakeupSequence sequence_;
  Budget budget_;
  std::chrono::nanoseconds nextReport_{0};
  SearchResult result_;
};

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
  bool arriving = true;
  while (arriving || depth_ != 0) {
    if (arriving) {
      arriving = false;
      auto arrival = arrive();
      if (!arrival)
        return fail(std::move(arrival).error());
      if (*arrival == Arrival::EndOfRun) {
        if (auto ended = endRun(); !ended)
          return fail(std::move(ended).error());
        if (over())
          return finish();
        back();
        continue;
      }
    }
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
      return finish();
    arriving = true;
  }
  return finish();
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

// --- Lazy lock order ------------------------------------------------------------------

/// The order of the run that has just ended, and whether a race lies in its class. The
/// argument for lazy order ends with the first race, so lazy order does too.
Result<void> Search::lookLazily() {
  lazy_.rebuild();
  if (hasRace()) {
    giveUpLazyOrder(depth_ - 1);
    return {};
  }
  const auto raced = lazy_.race(machine_);
  if (!raced)
    return fail(raced.error());
  const auto &pair = *raced;
  if (!pair) {
    if (!races_.readingsDiffer() || result_.ambiguousOrder)
      return {};
    const auto ambiguous = lazy_.ambiguous(machine_);
    if (!ambiguous)
      return fail(ambiguous.error());
    result_.ambiguousOrder = *ambiguous;
    return {};
  }
  if (options_.question == Question::AnyRace) {
    Trace schedule = lazy_.scheduleFor(*pair);
    const auto confirmed = endsInRace(machine_, schedule, epochOf(run_[pair->first]));
    if (!confirmed)
      return fail(confirmed.error());
    if (*confirmed) {
      ++result_.counters.confirmedRaces;
      result_.races.insert(racingPair(run_[pair->first], run_[pair->second]));
      confirmed_ = std::move(schedule);
      return {};
    }
    ++result_.counters.unconfirmedRaces;
    if (auto restored = restorePath(); !restored)
      return restored;
  }
  giveUpLazyOrder(depth_ - 1);
  return {};
}

/// Sections of a mutex that somebody only tries to lock, and sections that write what
/// somebody waits for, are not seen as wholes by everyone. With readers and semaphores nothing
/// is lazy.
void Search::keepEager(const Action &action) {
  if (isOfReadersOrSemaphores(action) && !mutated(Mutation::LazyMeetings))
    return giveUpLazyOrder(depth_);
  bool changed = false;
  if (isAttempt(action) && !mutated(Mutation::LazyAttempts))
    changed = lazy_.keepEager(mutexOf(action));
  if (const auto *await = std::get_if<Await>(&action);
      await != nullptr && !mutated(Mutation::LazyAwaits))
    for (const Address &at : await->at)
      changed |= lazy_.keepEager(at.object);
  if (changed)
    takeAllThreads(depth_);
}

/// Subtrees that are done had no race, so lazy order lost nothing there.
void Search::giveUpLazyOrder(std::size_t nodes) {
  if (mutated(Mutation::LazyEndsWithRace))
    return;
  lazyNow_ = false;
  result_.counters.lazyOrderGivenUp = true;
  takeAllThreads(nodes);
}

/// From wakeup trees to source sets: whatever a sequence that waits begins with is taken. What
/// was not inserted began with a step that is asleep or is there.
void Search::becomeSource() {
  reduction_ = Reduction::Source;
  guide_ = WakeupTrees::kEmpty;
  for (std::size_t i = 0; i < depth_; ++i) {
    Node &node = nodes_[i];
    if (i < run_.size())
      node.addBacktrack(run_[i].thread);
    trees_.forEachBranch(node.wakeup, [&](const WakeupTrees::Branch &branch) {
      node.addBacktrack(branch.event.thread);
    });
    node.wakeup = WakeupTrees::kEmpty;
  }
}

/// When less is lazy than was: the nodes of this run are still open, and reversals that they
/// did not get are lost, so they take all threads. Wakeup trees have no place for that: a step
/// that begins no sequence must find nobody asleep. So from here on Optimal is Source.
void Search::takeAllThreads(std::size_t nodes) {
  if (optimal())
    reduction_ = Reduction::Source;
  guide_ = WakeupTrees::kEmpty;
  for (std::size_t i = 0; i < nodes; ++i) {
    Node &node = nodes_[i];
    node.wakeup = WakeupTrees::kEmpty;
    if (mutated(Mutation::LazyTakesAll))
      continue;
    takeAll(node);
  }
}

void Search::takeAll(Node &node) {
  for (const ThreadId thread : node.enabled)
    node.addBacktrack(thread);
}

/// Brings the machine, which has been elsewhere, to the end of the run again.
Result<void> Search::restorePath() {
  if (auto restarted = machine_.restart(); !restarted)
    return restarted;
  for (std::size_t i = 0; i < depth_; ++i) {
    nodes_[i].mark = machine_.mark();
    if (i == run_.size())
      break;
    if (auto done = machine_.step(run_[i].thread, run_[i].outcome); !done)
      return done;
  }
  return {};
}

// --- Reversal -------------------------------------------------------------------------

void Search::reverseAll() {
  if (reduction_ == Reduction::None)
    return;
  // What Source and Flanagan–Godefroid add for a pair depends on the run up to its second
  // event, so pairs of an earlier run need not be looked at again. A wakeup sequence
  // takes in the rest of the run too, outcomes included, so Optimal looks at all.
  const std::size_t settled = lazyNow_ ? lazy_.firstUnsettled(fresh_) : fresh_;
  const bool all = optimal() && !mutated(Mutation::OptimalOldPairs);
  for (std::size_t at = all ? 0 : settled; at < run_.size(); ++at)
    for (const std::uint32_t first : order().reversibleWith(at))
      reverse(first, optimal() && !mutated(Mutation::OptimalRestOfRun) ? run_.size() : at,
              run_[at]);
  // A thread that is still blocked never acquired the lock, so no event of the run shows
  // the order in which it went first (rule R8).
  for (const Event &pending : pending_) {
    if (mutated(Mutation::PendingLocks) || (mutated(Mutation::PendingAtExit) && endsWithExit()))
      break;
    blockers_.clear();
    order().reversibleWithPending(pending.thread, pending.operation.action, blockers_);
    for (const std::uint32_t first : blockers_)
      reverse(first, run_.size(), pending);
  }
  fresh_ = run_.size();
}

/// What threads may still do where the run was left counts as pending: whatever of it may depend
/// on an event of the run may have to come before that event (rule R1).
void Search::reverseHidden() {
  if (reduction_ == Reduction::None || mutated(Mutation::PruningHidden))
    return;
  hidden_.clear();
  pruner_.collectHidden(hidden_);
  const bool mayWait = pruner_.mayWait();
  for (const auto &[event, thread] : hidden_) {
    Node &node = nodes_[event];
    if (!thread.valid()) {
      if (!mutated(Mutation::PruningNewcomers))
        takeAll(node);
    } else if (!node.contains(node.enabled, thread)) {
      if (!mutated(Mutation::PruningDisabled))
        takeAll(node);
    } else if (mayWait || (node.cameAsleep(thread) && !mutated(Mutation::PruningAsleep))) {
      takeAll(node);
    } else {
      node.addBacktrack(thread);
    }
  }
}

/// What the second event has to go before, if it goes before the first: a writer before all
/// readers that do not leave without it. False if it cannot.
bool Search::collectFirsts(std::size_t first, std::size_t end, const Event &second) {
  firsts_.assign(1, static_cast<std::uint32_t>(first));
  if (!std::holds_alternative<ReadLock>(run_[first].operation.action) ||
      !std::holds_alternative<Lock>(second.operation.action) || mutated(Mutation::ReadersTogether))
    return true;
  addReadersThatStay(run_, order(), end, firsts_);
  const std::uint32_t predecessor =
      end < run_.size() ? run_.predecessorOf(end) : run_.predecessor(second.thread);
  return predecessor == Run::kNone ||
         std::none_of(firsts_.begin(), firsts_.end(), [&](std::uint32_t reader) {
           return reader == predecessor || order().before(reader, predecessor);
         });
}

/// Positions in (first, end) of the events that are not after one of the firsts. The end of the
/// process waits for all others (rule R3), so it has no place before an event that is still to
/// come.
void Search::notAfterFirsts(std::size_t end) {
  between_.clear();
  if (end == run_.size() && endsWithExit() && !mutated(Mutation::OptimalExit))
    --end;
  for (std::size_t at = firsts_.front() + 1; at < end; ++at) {
    const bool after = std::any_of(firsts_.begin(), firsts_.end(), [&](std::uint32_t first) {
      return first == at || order().before(first, at);
    });
    if (!after || (mutated(Mutation::OptimalNotAfter) && optimal()))
      between_.push_back(static_cast<std::uint32_t>(at));
  }
}

void Search::reverse(std::size_t first, std::size_t end, const Event &second) {
  ++result_.counters.reversals;
  if (!collectFirsts(first, end, second))
    return;
  first = firsts_.front();
  Node &node = nodes_[first];
  if (node.safe) { // as published
    ++result_.counters.pruningSkipped;
    return;
  }
  notAfterFirsts(end);
  if (staysAsleep(first, second))
    return;
  switch (reduction_) {
  case Reduction::None:
    break;
  case Reduction::FlanaganGodefroid:
    reverseClassic(node, end, second);
    break;
  case Reduction::Source:
    reverseSource(node, end, second);
    break;
  case Reduction::Optimal:
    reverseOptimal(first, second);
    break;
  }
}

/// Position after which a write wakes the thread of the event, which waits for one; kNone if
/// it has not failed. What an iteration of a loop read first is not known, if it was woken
/// while it went on: then this may be too early, so that a wakeup is guessed that is none.
std::uint32_t Search::waitsSince(const Event &event) const {
  const auto mine = run_.eventsOf(event.thread);
  if (event.index == 0)
    return Run::kNone;
  const std::uint32_t last = mine[event.index - 1];
  const Node &after = nodes_[last + 1];
  if (after.contains(after.asleep, event.thread))
    return last;
  if (std::holds_alternative<Section>(event.operation.action))
    return Run::kNone;
  std::uint32_t since = last;
  for (std::size_t i = event.index; i-- > 0;) {
    const Operation &operation = run_[mine[i]].operation;
    if (std::holds_alternative<Await>(operation.action) && operation.at == event.operation.at)
      break;
    since = mine[i];
  }
  return since;
}

/// Whether the second event waits for a write, and none is left that need not come after the
/// first: before the first one it would fail again, as it did when it began to wait.
bool Search::staysAsleep(std::size_t first, const Event &second) const {
  const Action &action = second.operation.action;
  if (!waitsForWrite(action) || mutated(Mutation::AsleepReversals))
    return false;
  const std::uint32_t since = waitsSince(second);
  if (since == Run::kNone)
    return false;
  // A section waits for what its failed attempt read, not for all that it reads in the end.
  const Action &waiting =
      std::holds_alternative<Await>(action) ? action : run_[since].operation.action;
  bool wakes = false;
  forEachAddress(waiting, [&](const Address &address) {
    auto writing = run_.near(address, Run::Kind::Writes);
    for (std::uint32_t at = 0; !wakes && writing.next(at) && at > since;) {
      const bool stays = at < first || std::binary_search(between_.begin(), between_.end(), at);
      wakes = stays && !mutated(Mutation::AsleepAnyway) &&
              conflictingAccesses(run_[at].operation.action, waiting, Dependency::EveryConflict);
    }
  });
  return !wakes;
}

/// What the second event will be before the first one.
Event Search::movedBefore(std::size_t first, const Event &second) const {
  Event moved = second;
  Action &action = moved.operation.action;
  if (isAttempt(action) && std::holds_alternative<Unlock>(run_[first].operation.action))
    action = TryLock{mutexOf(action)};
  else if (isAttempt(action))
    action = Lock{mutexOf(action), true};
  return moved;
}

void Search::reverseOptimal(std::size_t first, const Event &unmoved) {
  Node &node = nodes_[first];
  const Event second = movedBefore(first, unmoved);
  sequence_.clear();
  for (const std::uint32_t at : between_)
    sequence_.push_back({&run_[at], false});
  sequence_.push_back({&second, true});
  for (const Event &asleep : node.sleep.entries()) {
    std::size_t found = 0;
    if (weakInitial(asleep, false, sequence_, dependency_, found) &&
        !mutated(Mutation::OptimalSleepTest))
      return; // visited before
  }
  trees_.insert(node.wakeup, sequence_, dependency_);
}

/// Whether the event at `at` must stay before `second` when the pair is reversed. The
/// first event of the pair is not among those asked about.
bool Search::leadsTo(std::size_t at, std::size_t end, const Event &second) const {
  if (end < run_.size())
    return order().before(at, end);
  // One that is still blocked: what its thread has done, and readers and posts that stay before it.
  if (dependent(run_[at], second, dependency_) && !mutated(Mutation::PendingAfter))
    return true;
  const std::uint32_t predecessor = run_.predecessor(second.thread);
  return predecessor != Run::kNone && (predecessor == at || order().before(at, predecessor));
}

/// Whether the thread came to the node asleep, about to do something else there: what that
/// conflicts with, and this does not, is found by nobody below this node.
/// (Test: Search.ASectionThatSleepsOnAnotherPathIsNoInitial)
bool Search::sleepsAsAnother(const Node &node, const Event &second) {
  return !mutated(Mutation::SourceSleepers) &&
         std::any_of(node.sleep.entries().begin(), node.sleep.entries().end(),
                     [&](const Event &entry) {
                       return entry.thread == second.thread &&
                              entry.operation.action != second.operation.action;
                     });
}

/// Source sets: one initial of the reversed continuation has to be taken. If one is taken
/// already, all is well, and mostly the first that is looked at is.
void Search::reverseSource(Node &node, std::size_t end, const Event &second) {
  initials_.clear();
  const auto isTaken = [&](ThreadId thread) {
    // Lazy lock order: a lock that waits for the end of a section it does not depend on is
    // no initial yet. The end of that section is one.
    if (!node.contains(node.enabled, thread) || node.contains(initials_, thread))
      return false;
    initials_.push_back(thread);
    return node.contains(node.backtrack, thread) && !mutated(Mutation::SourceOneSuffices);
  };
  for (std::size_t i = 0; i < between_.size(); ++i) {
    const bool initial =
        std::none_of(between_.begin(), between_.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](std::uint32_t earlier) { return order().before(earlier, between_[i]); });
    if ((initial || mutated(Mutation::SourceInitials)) && isTaken(run_[between_[i]].thread))
      return;
  }
  const bool initial = mutated(Mutation::SourceSecondInitial) ||
                       std::none_of(between_.begin(), between_.end(),
                                    [&](std::uint32_t at) { return leadsTo(at, end, second); });
  if (initial && !sleepsAsAnother(node, second) && isTaken(second.thread))
    return;
  if (initials_.empty()) // all of them wait for something
    return takeAll(node);
  // All of them will do. With lazy lock order the second event saves runs: an event that has
  // nothing to do with the pair would wake acquisitions that need not be reversed.
  node.addBacktrack(lazyNow_ ? initials_.back() : initials_.front());
}

/// Flanagan and Godefroid: the thread itself, else one that it needs, else all. Not just any
/// initial, as a source set would: the threads that were taken for being enabled need not be
/// initials. A thread that came asleep is not taken here, so what it would meet is never
/// found here either: only all threads are safe then.
/// (Test: `write v0 0 | lock m0; aread r0 v0 | read r1 v0`)
void Search::reverseClassic(Node &node, std::size_t end, const Event &second) {
  const auto take = [&](ThreadId thread) {
    if (node.contains(node.backtrack, thread) || !node.sleep.containsAny(thread) ||
        mutated(Mutation::ClassicSleepingAlone))
      node.addBacktrack(thread);
    else
      takeAll(node);
  };
  if (node.contains(node.enabled, second.thread))
    return take(second.thread);
  // What leads to a writer may be a reader that it need not wait for.
  if (isReaders(run_[firsts_.front()].operation.action))
    return takeAll(node);
  for (const std::uint32_t at : between_) {
    const ThreadId thread = run_[at].thread;
    if (node.contains(node.enabled, thread) &&
        (leadsTo(at, end, second) || mutated(Mutation::ClassicNeeded)))
      return take(thread);
  }
  if (!mutated(Mutation::ClassicAll))
    takeAll(node);
}

} // namespace

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
