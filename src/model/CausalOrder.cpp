#include "raceward/model/CausalOrder.h"

#include "raceward/base/Check.h"

namespace raceward {

void CausalOrder::collectConflicts(const Event &event, std::size_t at) {
  candidates_.clear();
  std::size_t lists = 0;
  ObjectId last;
  forEachAccess(event.operation.action, [&](const MemoryAccess &access) {
    if (access.at.object == last)
      return;
    last = access.at.object;
    ++lists;
    for (const std::uint32_t earlier : run_.touching(access.at.object))
      if (earlier < at && run_[earlier].thread != event.thread &&
          conflictingAccesses(run_[earlier].operation.action, event.operation.action, dependency_))
        candidates_.push_back(earlier);
  });
  if (lists > 1)
    std::sort(candidates_.begin(), candidates_.end());
}

// Acquisitions follow each other through the unlock between them, so the plain test
// "nothing stands between" would never find them. They race if the later one is ordered
// after the earlier one by nothing but the mutex itself (rule R8).
std::uint32_t CausalOrder::earlierLock(ThreadId thread, std::uint32_t lock,
                                       const VectorClock &clock) const {
  if (lock == Run::kNone || run_[lock].thread == thread || clock.covers(epochOf(run_[lock])))
    return Run::kNone;
  return lock;
}

void CausalOrder::extend() {
  const std::size_t at = run_.size() - 1;
  if (clocks_.size() <= at) {
    clocks_.resize(at + 1);
    reversible_.resize(at + 1);
  }
  const Event &event = run_[at];
  const Action &action = event.operation.action;
  VectorClock &clock = clocks_[at];
  auto &reversible = reversible_[at];
  clock.clear();
  reversible.clear();

  // Program order, or the creation of the thread.
  const auto mine = run_.eventsOf(event.thread);
  if (mine.size() > 1)
    clock = clocks_[mine[mine.size() - 2]];
  else if (const std::uint32_t created = run_.createdAt(event.thread); created != Run::kNone)
    clock = clocks_[created];

  if (const auto *join = std::get_if<Join>(&action)) {
    if (const std::uint32_t last = run_.predecessor(join->target); last != Run::kNone)
      clock.join(clocks_[last]);
  } else if (const ObjectId mutex = mutexOf(action); mutex.valid()) {
    // All events of one mutex are in one chain: the last one speaks for all.
    const auto list = run_.touching(mutex);
    if (list.size() > 1) {
      if (std::holds_alternative<Lock>(action)) {
        const std::uint32_t lock = earlierLock(event.thread, run_.lockBefore(mutex, at), clock);
        if (lock != Run::kNone)
          reversible.push_back(lock);
      }
      clock.join(clocks_[list[list.size() - 2]]);
    }
  } else {
    // Latest first: whatever an event taken in already covers has something in between.
    collectConflicts(event, at);
    for (std::size_t i = candidates_.size(); i-- > 0;) {
      const std::uint32_t earlier = candidates_[i];
      if (clock.covers(epochOf(run_[earlier])))
        continue;
      reversible.push_back(earlier);
      clock.join(clocks_[earlier]);
    }
  }
  clock.advanceTo(epochOf(event));
}

std::uint32_t CausalOrder::reversibleWithPending(ThreadId thread, const Action &action) const {
  const auto *lock = std::get_if<Lock>(&action);
  if (lock == nullptr)
    return Run::kNone; // nothing that ends a join can come after it
  const std::uint32_t predecessor = run_.predecessor(thread);
  static const VectorClock nothing;
  return earlierLock(thread, run_.lockBefore(lock->mutex, run_.size()),
                     predecessor == Run::kNone ? nothing : clocks_[predecessor]);
}

} // namespace raceward
