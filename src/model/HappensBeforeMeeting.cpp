// Happens-before edges of locks, semaphores, barriers and fences.
#include "raceward/model/HappensBefore.h"

namespace raceward {
namespace {

template <typename Kind> bool is(const Event &event) {
  return std::holds_alternative<Kind>(event.operation.action);
}

} // namespace

void HappensBefore::followMeetingPoint(std::size_t at) {
  const Action &action = run_[at].operation.action;
  switch (familyOf(action)) {
  case ActionFamily::Lock:
    followLocks(at, meetingPointOf(action));
    break;
  case ActionFamily::Semaphore:
    followSemaphore(at, meetingPointOf(action));
    break;
  case ActionFamily::Barrier:
    if (const auto *pass = std::get_if<Pass>(&action))
      followArrivals(at, *pass);
    break;
  case ActionFamily::Fence:
    if (isAcquire(std::get_if<Fence>(&action)->order))
      acquireAtFence(at);
    break;
  case ActionFamily::Memory: // extendByMemory()
  case ActionFamily::Thread: // Run::startClock()
  case ActionFamily::Data:
    break;
  }
  clocks_[at].advanceTo(epochOf(run_[at]));
}

// A writer's clock includes all earlier unlocks, so the scan ends at the last writer. Under the
// strict reading a failed attempt follows the operations that made it fail, and precedes the next
// unlock.
void HappensBefore::followLocks(std::size_t at, ObjectId lock) {
  const Event &event = run_[at];
  const bool failed = is<FailedTryLock>(event);
  const bool unlock = is<Unlock>(event) || is<ReadUnlock>(event);
  if ((failed || unlock) && (!strict() || mutated(Mutation::HappensFailedAttempt)))
    return;
  const bool reader = isReaders(event.operation.action) && !mutated(Mutation::HappensReaders);
  const auto list = run_.touchingBefore(lock, reader ? Run::Kind::Writes : Run::Kind::All, at);
  for (std::size_t i = list.size(); i-- > 0;) {
    const Event &earlier = run_[list[i]];
    const bool earlierUnlock = (is<Unlock>(earlier) && !mutated(Mutation::HappensUnlockToLock)) ||
                               (is<ReadUnlock>(earlier) && !mutated(Mutation::HappensReadUnlock));
    if (unlock ? is<FailedTryLock>(earlier) : failed ? !is<FailedTryLock>(earlier) : earlierUnlock)
      clocks_[at].join(clocks_[list[i]]);
    if (is<Lock>(earlier) || is<Unlock>(earlier))
      return;
  }
}

// A wait follows all earlier posts, since they continue one release sequence; waits and posts order
// nothing else. Under the strict reading a look at the value follows all posts and waits, and a
// failed wait precedes later posts.
void HappensBefore::followSemaphore(std::size_t at, ObjectId semaphore) {
  const Event &event = run_[at];
  const bool open = strict() && !mutated(Mutation::HappensLook);
  const auto before = [&](Run::Kind kind) { return run_.touchingBefore(semaphore, kind, at); };
  const std::uint32_t lastPost = [&] {
    const auto posts = before(Run::Kind::Plain);
    for (std::size_t i = posts.size(); i-- > 0;)
      if (is<SemaphorePost>(run_[posts[i]]))
        return posts[i];
    return Run::kNone;
  }();
  VectorClock &clock = clocks_[at];
  if (is<SemaphorePost>(event)) {
    if (open)
      for (const std::uint32_t failed : before(Run::Kind::PlainWrites))
        clock.join(clocks_[failed]);
    clock.advanceTo(epochOf(event));
    released_[at] = clock;
    if (lastPost != Run::kNone && !mutated(Mutation::HappensLastPost))
      released_[at].join(released_[lastPost]);
    return;
  }
  const bool look = is<SemaphoreRead>(event);
  if (lastPost != Run::kNone && (!look || open) && !mutated(Mutation::HappensPost))
    clock.join(released_[lastPost]);
  if (look ? open : mutated(Mutation::HappensWait))
    for (const std::uint32_t earlier : before(Run::Kind::Writes))
      if (is<SemaphoreWait>(run_[earlier]))
        clock.join(clocks_[earlier]);
}

void HappensBefore::followArrivals(std::size_t at, const Pass &pass) {
  const auto arrivals = run_.touchingBefore(pass.barrier, Run::Kind::All, at);
  const std::size_t end =
      std::min<std::size_t>(std::size_t{pass.first} + pass.count, arrivals.size());
  for (std::size_t i = pass.first; i < end && !mutated(Mutation::HappensPass); ++i)
    if (i + 1 == end || !mutated(Mutation::HappensLastArrival))
      clocks_[at].join(clocks_[arrivals[i]]);
}

/// An acquire fence acquires for all earlier reads of its thread; those before the previous acquire
/// fence are already included.
void HappensBefore::acquireAtFence(std::size_t at) {
  const auto mine = run_.eventsOf(run_[at].thread);
  for (std::size_t i = run_[at].index; i-- > 0 && !mutated(Mutation::HappensAcquireFence);) {
    const auto *fence = std::get_if<Fence>(&run_[mine[i]].operation.action);
    if (fence != nullptr && isAcquire(fence->order))
      return;
    clocks_[at].join(seen_[mine[i]]);
  }
}

/// A release fence releases for all later atomic writes of its thread; the last one subsumes
/// earlier ones.
void HappensBefore::releaseFence(std::size_t at, VectorClock &into) const {
  const auto fences = run_.fencesOf(run_[at].thread);
  for (std::size_t i = fences.size(); i-- > 0 && !mutated(Mutation::HappensReleaseFence);)
    if (fences[i] < at && isRelease(std::get<Fence>(run_[fences[i]].operation.action).order)) {
      into.join(clocks_[fences[i]]);
      return;
    }
}

} // namespace raceward
