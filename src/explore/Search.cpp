// The depth-first search behind all reductions.
//
// A node is a state on the current run. Each reduction differs in two places only: which
// step a node takes next, and what a pair of events that can be reversed adds to the node
// before the first of them. Pairs are looked at when a run has ended, whether it is
// complete or was cut by sleep sets.
#include "raceward/explore/Search.h"

#include "SleepSet.h"
#include "WakeupTree.h"
#include "raceward/model/CausalOrder.h"
#include "raceward/model/HappensBefore.h"

#include <algorithm>
#include <utility>

namespace raceward {
namespace {

struct Node {
  MarkId mark;
  std::vector<ThreadId> enabled;
  SleepSet sleep; ///< from above, and the steps that were taken here

  // Source sets and Flanagan–Godefroid: threads to take here, in order of discovery.
  std::vector<ThreadId> backtrack;
  std::size_t nextThread = 0;
  std::vector<Outcome> outcomes; ///< of the thread that is being taken
  std::size_t nextOutcome = 0;

  WakeupTrees::Tree wakeup = WakeupTrees::kEmpty; ///< Optimal

  bool contains(const std::vector<ThreadId> &threads, ThreadId thread) const {
    return std::find(threads.begin(), threads.end(), thread) != threads.end();
  }
  void addBacktrack(ThreadId thread) {
    if (!contains(backtrack, thread))
      backtrack.push_back(thread);
  }
};

Dependency dependencyFor(Question question) {
  return question == Question::AnyRace ? Dependency::Synchronisation : Dependency::EveryConflict;
}

class Search {
public:
  Search(Machine &machine, const SearchOptions &options)
      : machine_(machine), options_(options), dependency_(dependencyFor(options.question)),
        causal_(run_, dependency_), happensBefore_(run_) {}

  Result<SearchResult> search();

private:
  enum class Arrival : std::uint8_t { GoOn, EndOfRun };

  [[nodiscard]] bool optimal() const { return options_.reduction == Reduction::Optimal; }
  [[nodiscard]] bool usesSleep() const { return options_.reduction != Reduction::None; }
  [[nodiscard]] Node &top() { return nodes_[depth_ - 1]; }
  [[nodiscard]] bool overBudget() const {
    return result_.runs + result_.blockedRuns >= options_.maxRuns ||
           result_.events >= options_.maxEvents;
  }

  Node &pushNode();
  Result<Arrival> arrive();
  Result<bool> chooseFirst(Node &node);
  Result<bool> chooseStep(Node &node, Event &step);
  Result<bool> chooseFromTree(Node &node, Event &step);
  Result<bool> chooseFromSets(Node &node, Event &step);
  Result<void> perform(Event step);
  void back();
  Event stepOf(ThreadId thread, Outcome outcome);

  void findRaces();
  void reverseAll();
  void reverse(std::size_t first, std::size_t end, const Event &second);
  void notAfter(std::size_t first, std::size_t end);
  void reverseOptimal(Node &node, const Event &second);
  void reverseSource(Node &node, std::size_t end, const Event &second);
  void reverseClassic(Node &node, std::size_t end, const Event &second);
  [[nodiscard]] bool leadsTo(std::size_t at, std::size_t end, const Event &second) const;

  Machine &machine_;
  const SearchOptions &options_;
  Dependency dependency_;
  Run run_;
  CausalOrder causal_;
  HappensBefore happensBefore_;
  std::vector<Node> nodes_; // entries above depth_ are kept for their memory
  std::size_t depth_ = 0;
  WakeupTrees trees_;
  WakeupTrees::Tree guide_ = WakeupTrees::kEmpty; ///< what the step just taken is followed by
  std::size_t fresh_ = 0; ///< first event of the run that no earlier run had
  bool moved_ = false;    ///< the machine is deeper than top()
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> between_; ///< positions of notAfter()
  WakeupSequence sequence_;
  SearchResult result_;
};

Node &Search::pushNode() {
  if (depth_ == nodes_.size())
    nodes_.emplace_back();
  Node &node = nodes_[depth_++];
  node.mark = machine_.mark();
  const auto enabled = machine_.enabled();
  node.enabled.assign(enabled.begin(), enabled.end());
  node.sleep.clear();
  node.backtrack.clear();
  node.nextThread = 0;
  node.outcomes.clear();
  node.nextOutcome = 0;
  RW_CHECK(node.wakeup == WakeupTrees::kEmpty);
  moved_ = false;
  return node;
}

Event Search::stepOf(ThreadId thread, Outcome outcome) {
  return {thread, run_.nextIndexOf(thread), outcome, machine_.next(thread)};
}

/// The machine has just reached a state for the first time on this path.
Result<Search::Arrival> Search::arrive() {
  Node &node = pushNode();
  if (depth_ > 1 && usesSleep())
    node.sleep.keepIndependent(nodes_[depth_ - 2].sleep, run_[run_.size() - 1], dependency_);
  if (node.enabled.empty()) {
    ++result_.runs;
    if (options_.onCompleteRun)
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
  ++result_.blockedRuns;
  return Arrival::EndOfRun;
}

/// With nothing to follow: the first thread that is not asleep, with all its outcomes.
Result<bool> Search::chooseFirst(Node &node) {
  if (options_.reduction == Reduction::None) {
    node.backtrack = node.enabled;
    return true;
  }
  for (const ThreadId thread : node.enabled) {
    const auto outcomes = machine_.outcomes(thread);
    if (!outcomes)
      return fail(outcomes.error());
    bool awake = false;
    for (const Outcome outcome : *outcomes) {
      if (node.sleep.contains(thread, outcome))
        continue;
      awake = true;
      if (optimal())
        trees_.addLast(node.wakeup, stepOf(thread, outcome));
    }
    if (!awake)
      continue;
    node.addBacktrack(thread);
    return true;
  }
  return false;
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
  const auto done = machine_.step(step.thread, step.outcome);
  if (!done)
    return done;
  ++result_.events;
  run_.push(std::move(step));
  causal_.extend();
  happensBefore_.extend();
  findRaces();
  return {};
}

void Search::findRaces() {
  const std::size_t at = run_.size() - 1;
  found_.clear();
  happensBefore_.racesOf(at, found_);
  for (const std::uint32_t earlier : found_) {
    if (!result_.firstRace)
      result_.firstRace = Trace(run_.events().begin(), run_.events().end());
    result_.races.insert(racingPair(run_[earlier], run_[at]));
  }
}

/// Leaves the node on top: all that it had to do is done.
void Search::back() {
  --depth_;
  moved_ = true;
  if (depth_ == 0)
    return;
  // All runs through this step have been visited: it may sleep.
  if (usesSleep())
    top().sleep.add(run_[run_.size() - 1]);
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
        reverseAll();
        if (overBudget())
          return std::move(result_);
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
    if (options_.question == Question::AnyRace && result_.firstRace)
      return std::move(result_);
    if (overBudget()) // a run may never end
      return std::move(result_);
    arriving = true;
  }
  result_.exhausted = true;
  return std::move(result_);
}

// --- Reversal -------------------------------------------------------------------------

void Search::reverseAll() {
  if (options_.reduction == Reduction::None)
    return;
  // What Source and Flanagan–Godefroid add for a pair depends on the run up to its second
  // event, so pairs of an earlier run need not be looked at again. A wakeup sequence
  // takes in the rest of the run too, outcomes included, so Optimal looks at all.
  for (std::size_t at = optimal() ? 0 : fresh_; at < run_.size(); ++at)
    for (const std::uint32_t first : causal_.reversibleWith(at))
      reverse(first, optimal() ? run_.size() : at, run_[at]);
  // A thread that is still blocked never acquired the mutex, so no event of the run shows
  // the order in which it went first (rule R8).
  for (const ThreadId thread : machine_.disabled()) {
    const Operation &operation = machine_.next(thread);
    const std::uint32_t first = causal_.reversibleWithPending(thread, operation.action);
    if (first != Run::kNone)
      reverse(first, run_.size(), {thread, run_.nextIndexOf(thread), {}, operation});
  }
  fresh_ = run_.size();
}

/// Positions in (first, end) of the events that are not after `first`.
void Search::notAfter(std::size_t first, std::size_t end) {
  between_.clear();
  for (std::size_t at = first + 1; at < end; ++at)
    if (!causal_.before(first, at))
      between_.push_back(static_cast<std::uint32_t>(at));
}

void Search::reverse(std::size_t first, std::size_t end, const Event &second) {
  ++result_.reversals;
  Node &node = nodes_[first];
  notAfter(first, end);
  switch (options_.reduction) {
  case Reduction::None:
    break;
  case Reduction::FlanaganGodefroid:
    reverseClassic(node, end, second);
    break;
  case Reduction::Source:
    reverseSource(node, end, second);
    break;
  case Reduction::Optimal:
    reverseOptimal(node, second);
    break;
  }
}

void Search::reverseOptimal(Node &node, const Event &second) {
  sequence_.clear();
  for (const std::uint32_t at : between_)
    sequence_.push_back({&run_[at], false});
  sequence_.push_back({&second, true});
  for (const Event &asleep : node.sleep.entries()) {
    std::size_t found = 0;
    if (weakInitial(asleep, false, sequence_, dependency_, found))
      return; // visited before
  }
  trees_.insert(node.wakeup, sequence_, dependency_);
}

/// Whether the event at `at` must stay before `second` when the pair is reversed. The
/// first event of the pair is not among those asked about.
bool Search::leadsTo(std::size_t at, std::size_t end, const Event &second) const {
  if (end < run_.size())
    return causal_.before(at, end);
  const std::uint32_t predecessor = run_.predecessor(second.thread);
  return predecessor != Run::kNone && (predecessor == at || causal_.before(at, predecessor));
}

/// Source sets: one initial of the reversed continuation has to be taken.
void Search::reverseSource(Node &node, std::size_t end, const Event &second) {
  std::vector<ThreadId> initials;
  const auto consider = [&](ThreadId thread) {
    if (!node.contains(initials, thread))
      initials.push_back(thread);
  };
  for (std::size_t i = 0; i < between_.size(); ++i) {
    const bool initial =
        std::none_of(between_.begin(), between_.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](std::uint32_t earlier) { return causal_.before(earlier, between_[i]); });
    if (initial)
      consider(run_[between_[i]].thread);
  }
  if (std::none_of(between_.begin(), between_.end(),
                   [&](std::uint32_t at) { return leadsTo(at, end, second); }))
    consider(second.thread);
  for (const ThreadId thread : initials)
    if (node.contains(node.backtrack, thread))
      return;
  node.addBacktrack(initials.front());
}

/// Flanagan and Godefroid: the thread itself, else one that it needs, else all. A thread
/// that came asleep is not taken here, so what it would meet is never found here either:
/// only all threads are safe then. (Test: `write v0 0 | lock m0; aread r0 v0 | read r1 v0`)
void Search::reverseClassic(Node &node, std::size_t end, const Event &second) {
  const auto take = [&](ThreadId thread) {
    if (node.contains(node.backtrack, thread) || !node.sleep.containsAny(thread))
      node.addBacktrack(thread);
    else
      for (const ThreadId other : node.enabled)
        node.addBacktrack(other);
  };
  if (node.contains(node.enabled, second.thread))
    return take(second.thread);
  for (const std::uint32_t at : between_) {
    const ThreadId thread = run_[at].thread;
    if (node.contains(node.enabled, thread) && leadsTo(at, end, second))
      return take(thread);
  }
  for (const ThreadId thread : node.enabled)
    node.addBacktrack(thread);
}

} // namespace

RacingPair racingPair(const Event &a, const Event &b) {
  RacingAccess first{a.thread, a.operation.at};
  RacingAccess second{b.thread, b.operation.at};
  if (second < first)
    std::swap(first, second);
  return {first, second};
}

Result<SearchResult> explore(Machine &machine, const SearchOptions &options) {
  return Search(machine, options).search();
}

} // namespace raceward
