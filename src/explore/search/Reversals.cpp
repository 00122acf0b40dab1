// What pairs of events that can be reversed add to the nodes before them.
#include "search/SearchCore.h"
#include "state/ReaderConflicts.h"

#include <algorithm>

namespace raceward {

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
  case Reduction::Classic:
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
  if (lazyNow_)
    std::swap(initials_.front(), initials_.back());
  takeOneOf(node, initials_);
}

/// None of them is taken yet.
void Search::takeOneOf(Node &node, std::span<const ThreadId> threads) {
  if (isAbove(node))
    demand(node, threads);
  else
    node.addBacktrack(threads.front());
}

void Search::takeAll(Node &node) {
  if (isAbove(node))
    return demand(node, {});
  for (const ThreadId thread : node.enabled)
    node.addBacktrack(thread);
}

/// Flanagan and Godefroid: the thread itself, else one that it needs, else all. Not just any
/// initial, as a source set would: the threads that were taken for being enabled need not be
/// initials. A thread that came asleep is not taken here, so what it would meet is never
/// found here either: only all threads are safe then.
/// (Test: `write v0 0 | lock m0; aread r0 v0 | read r1 v0`)
void Search::reverseClassic(Node &node, std::size_t end, const Event &second) {
  const auto take = [&](ThreadId thread) {
    if (node.contains(node.backtrack, thread))
      return;
    if (!node.sleep.containsAny(thread) || mutated(Mutation::ClassicSleepingAlone))
      takeOneOf(node, {&thread, 1});
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

} // namespace raceward
