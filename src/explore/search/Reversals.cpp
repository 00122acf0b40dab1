#include "search/Reversals.h"

#include "state/ReaderConflicts.h"

#include <algorithm>

namespace raceward {

void Reversals::rememberPending() {
  pending_.clear();
  for (const ThreadId thread : state_.machine.disabled())
    pending_.push_back({thread, state_.run.nextIndexOf(thread), {}, state_.machine.next(thread)});
}

void Reversals::reverseAll(Reducer &reducer, std::size_t from) {
  // What a thread set gets for a pair depends on the run up to its second event, so pairs of an
  // earlier run need not be reversed again. A sequence contains the rest of the run too, outcomes
  // included, so all pairs are.
  const Run &run = state_.run;
  const bool all = reducer.usesSequences() && !mutated(Mutation::OptimalOldPairs);
  const bool restOfRun = reducer.usesSequences() && !mutated(Mutation::OptimalRestOfRun);
  for (std::size_t at = all ? 0 : from; at < run.size(); ++at)
    for (const std::uint32_t first : state_.order().reversibleWith(at))
      reverse(reducer, first, restOfRun ? run.size() : at, run[at]);
  for (const Event &pending : pending_) {
    if (mutated(Mutation::PendingLocks) ||
        (mutated(Mutation::PendingAtExit) && state_.endsWithExit()))
      break;
    blockers_.clear();
    state_.order().reversibleWithPending(pending.thread, pending.operation.action, blockers_);
    for (const std::uint32_t first : blockers_)
      reverse(reducer, first, run.size(), pending);
  }
  firstNewEvent_ = run.size();
}

/// A writer goes before all readers that do not leave without it. False if it cannot.
bool Reversals::collectToPrecede(std::size_t first, std::size_t end, const Event &second) {
  const Run &run = state_.run;
  toPrecede_.assign(1, static_cast<std::uint32_t>(first));
  if (!std::holds_alternative<ReadLock>(run[first].operation.action) ||
      !std::holds_alternative<Lock>(second.operation.action) || mutated(Mutation::ReadersTogether))
    return true;
  addReadersThatStay(run, state_.order(), end, toPrecede_);
  const std::uint32_t predecessor =
      end < run.size() ? run.predecessorOf(end) : run.predecessor(second.thread);
  return predecessor == Run::kNone ||
         std::none_of(toPrecede_.begin(), toPrecede_.end(), [&](std::uint32_t reader) {
           return reader == predecessor || state_.order().before(reader, predecessor);
         });
}

/// The end of the process waits for all others (rule R3), so it has no place before an event that
/// is still to come.
void Reversals::collectNotAfter(const Reducer &reducer, std::size_t end) {
  const CausalOrder &order = state_.order();
  notAfter_.clear();
  if (end == state_.run.size() && state_.endsWithExit() && !mutated(Mutation::OptimalExit))
    --end;
  for (std::size_t at = toPrecede_.front() + 1; at < end; ++at) {
    const bool after = std::any_of(toPrecede_.begin(), toPrecede_.end(), [&](std::uint32_t first) {
      return first == at || order.before(first, at);
    });
    if (!after || (mutated(Mutation::OptimalNotAfter) && reducer.usesSequences()))
      notAfter_.push_back(static_cast<std::uint32_t>(at));
  }
}

void Reversals::reverse(Reducer &reducer, std::size_t first, std::size_t end, const Event &second) {
  ++counters_.reversals;
  if (!collectToPrecede(first, end, second))
    return;
  if (state_.nodes[toPrecede_.front()].safe) { // pruning, as published
    ++counters_.pruningSkipped;
    return;
  }
  collectNotAfter(reducer, end);
  if (!staysAsleep(toPrecede_.front(), second))
    reducer.reverse({state_, second, end, toPrecede_, notAfter_});
}

/// Position after which a write wakes the thread of the event, which waits for one; kNone if it has
/// not failed. If a loop was woken in the middle of an iteration, the search does not know what
/// that iteration read first: then this may be too early, so that a wakeup is assumed that does not
/// exist.
std::uint32_t Reversals::waitsSince(const Event &event) const {
  const auto mine = state_.run.eventsOf(event.thread);
  if (event.index == 0)
    return Run::kNone;
  const std::uint32_t last = mine[event.index - 1];
  const Node &after = state_.nodes[last + 1];
  if (after.contains(after.asleep, event.thread))
    return last;
  if (std::holds_alternative<Section>(event.operation.action))
    return Run::kNone;
  std::uint32_t since = last;
  for (std::size_t i = event.index; i-- > 0;) {
    const Operation &operation = state_.run[mine[i]].operation;
    if (std::holds_alternative<Await>(operation.action) && operation.at == event.operation.at)
      break;
    since = mine[i];
  }
  return since;
}

/// Whether the second event waits for a write, and no write is left that need not come after the
/// first: before the first one it would fail again, as it did when it began to wait.
bool Reversals::staysAsleep(std::size_t first, const Event &second) const {
  const Action &action = second.operation.action;
  if (!waitsForWrite(action) || mutated(Mutation::AsleepReversals))
    return false;
  const std::uint32_t since = waitsSince(second);
  if (since == Run::kNone)
    return false;
  const Run &run = state_.run;
  // A section waits for what its failed attempt read, not for all that it reads in the end.
  const Action &waiting =
      std::holds_alternative<Await>(action) ? action : run[since].operation.action;
  bool wakes = false;
  forEachAddress(waiting, [&](const Address &address) {
    auto writing = run.near(address, Run::Kind::Writes);
    for (std::uint32_t at = 0; !wakes && writing.next(at) && at > since;) {
      const bool stays = at < first || std::binary_search(notAfter_.begin(), notAfter_.end(), at);
      wakes = stays && !mutated(Mutation::AsleepAnyway) &&
              conflictingAccesses(run[at].operation.action, waiting, Dependency::EveryConflict);
    }
  });
  return !wakes;
}

} // namespace raceward
