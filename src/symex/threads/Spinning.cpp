// Loops that wait for other threads (rule R5).
//
// A thread that returns to the same position with the same local state, the same mutexes, and has
// written nothing since, has made an iteration that may be repeated for ever. It stays in the run,
// so that its accesses are seen; the next one would be the same until something that it read
// changes. So the thread sleeps until then. Removing such an iteration from a run leaves a run,
// with the same races among the rest: no other thread can observe it. Only a trylock could, by
// finding a mutex held: in a program that has one, iterations with mutexes are not cut short.
//
// If something changed before the iteration ended, the thread need not sleep; but it has the same
// event (Await) before the next iteration. The rest of the iteration and the write that changed
// something may be independent: then the next step must be the same in either order.
//
// What it polls: the locations read, if other threads could write them, and the mutexes locked.
// Accesses that provers have cleared are not recorded; as they are ordered, a new value comes with
// an operation that is recorded: a write to a location that was read, or an unlock. An unlock
// counts if its thread changed anything since it last unlocked the mutex: two threads that poll
// each other's flags under one mutex do not keep each other awake.
#include "Parts.h"

#include <algorithm>

namespace raceward {

namespace {

constexpr std::size_t kMostVisits = 256;

bool hasLoop(const Frame *frame) {
  for (; frame != nullptr; frame = frame->caller.get())
    if (frame->code->hasLoop)
      return true;
  return false;
}

bool sameFrames(const Frame *a, const Frame *b) {
  for (; a != b; a = a->caller.get(), b = b->caller.get()) {
    if (a == nullptr || b == nullptr || a->code != b->code || a->at != b->at ||
        a->locals != b->locals || a->variadicArea != b->variadicArea)
      return false;
    for (std::uint32_t i = 0; i < a->code->registerCount; ++i)
      if (a->registers()[i].bits != b->registers()[i].bits ||
          a->registers()[i].term != b->registers()[i].term)
        return false;
  }
  return true;
}

} // namespace

Ref<Pending> ThreadedMachine::Parts::sleepIfSpinning(unsigned t, Ref<Pending> next) {
  const MachineThread &thread = state().threads[t];
  if (!hasLoop(thread.top.get()))
    return next;
  const Spin *before = now->spins[t].get();
  const bool goesOn = before != nullptr && before->progress == thread.progress &&
                      before->inputs == thread.nextInput && before->visits.size() < kMostVisits;
  // Taken out, and put back at the end: there may be many visits to copy.
  Ref<Spin> spin = goesOn ? std::move(now->spins[t]) : Ref<Spin>(new Spin());
  ownInPlace(spin);
  spin->progress = thread.progress;
  spin->inputs = thread.nextInput;
  std::vector<std::uint64_t> held;
  for (const auto *holders : {&state().heldMutexes, &state().readers})
    for (const auto &[mutex, holder] : *holders)
      if (holder == t)
        held.push_back(mutex);
  for (const Spin::Visit &visit : spin->visits) {
    if (visit.held != held || !sameFrames(visit.top.get(), thread.top.get()))
      continue;
    const auto reads = std::span(spin->reads).subspan(visit.reads);
    const auto mutexes = std::span(spin->mutexes).subspan(visit.mutexes);
    const bool isSeen =
        hasTryLock &&
        std::ranges::any_of(mutexes, [](const Spin::Attempt &attempt) { return !attempt.mayFail; });
    if (isSeen)
      break;
    if (!mutexes.empty() && (!bounds.sleepOnMutexes || std::ranges::any_of(held, [&](auto mutex) {
          return std::ranges::find(mutexes, mutexAt(mutex), &Spin::Attempt::mutex) != mutexes.end();
        })))
      break; // others must be able to take the mutex that it polls
    const bool isStale = std::ranges::any_of(reads, &Spin::Look::isStale) ||
                         std::ranges::any_of(mutexes, &Spin::Attempt::isStale);
    Ref<Pending> waiting(new Pending());
    waiting->kind = isStale ? Pending::Kind::Awake : Pending::Kind::Asleep;
    for (const Spin::Look &look : reads)
      if (std::ranges::find(waiting->looks, look.at) == waiting->looks.end())
        waiting->looks.push_back(look.at);
    for (const Spin::Attempt &attempt : mutexes)
      if (std::ranges::find(waiting->mutexes, attempt.mutex) == waiting->mutexes.end())
        waiting->mutexes.push_back(attempt.mutex);
    // The search cannot know that an unlock wakes a thread. With source sets it need not, if it
    // treats the Await as a step that depends on nothing (docs/develop/threads.md).
    waiting->operation = {Await{mutexes.empty() ? waiting->looks : std::vector<Address>{}},
                          next->operation.at};
    waiting->wakesOnAnyUnlock = std::ranges::any_of(mutexes, &Spin::Attempt::mayFail);
    now->spins[t] = {};
    return waiting;
  }
  spin->visits.push_back({thread.top, std::move(held), spin->reads.size(), spin->mutexes.size()});
  now->spins[t] = std::move(spin);
  return next;
}

/// Records an operation that the thread has performed.
void ThreadedMachine::Parts::lookedAt(unsigned t, const Operation &performed) {
  if (!now->spins[t])
    return;
  const Action &action = performed.action;
  if (std::holds_alternative<Create>(action) || std::holds_alternative<Join>(action)) {
    now->spins[t] = {};
    return;
  }
  Spin *const spin = &ownInPlace(now->spins[t]);
  forEachAccess(action, [&](const MemoryAccess &access) {
    if (access.kind != AccessKind::Write)
      spin->reads.push_back({access.at});
  });
  switch (familyOf(action)) {
  case ActionFamily::Lock:
    if (!std::holds_alternative<Unlock>(action) && !std::holds_alternative<ReadUnlock>(action))
      spin->mutexes.push_back({mutexOf(action), isAttempt(action)});
    break;
  case ActionFamily::Semaphore:
    if (const auto *value = std::get_if<SemaphoreRead>(&action))
      spin->mutexes.push_back({value->meetingPoint, true});
    break;
  case ActionFamily::Memory: // its reads, above
  case ActionFamily::Barrier:
  case ActionFamily::Fence:
  case ActionFamily::Thread:
  case ActionFamily::Data:
    break;
  }
}

/// Updates the other threads' spins after an operation of this one.
void ThreadedMachine::Parts::wakeOthers(unsigned t, const Operation &performed, bool hasChanged) {
  ObjectId unlocked;
  bool hasNews = false; // for the thread that locks the mutex next
  switch (familyOf(performed.action)) {
  case ActionFamily::Lock:
    if (std::holds_alternative<Unlock>(performed.action) ||
        std::holds_alternative<ReadUnlock>(performed.action))
      unlocked = mutexOf(performed.action);
    break;
  case ActionFamily::Semaphore:
    if (!std::holds_alternative<SemaphoreRead>(performed.action))
      unlocked = meetingPointOf(performed.action);
    break;
  case ActionFamily::Memory:
  case ActionFamily::Barrier:
  case ActionFamily::Fence:
  case ActionFamily::Thread:
  case ActionFamily::Data:
    break;
  }
  if (unlocked.valid()) {
    std::uint64_t &last = ownInPlace(now->unlocks).progressOf(t, unlocked);
    const std::uint64_t progress = state().threads[t].progress + 1; // never 0
    hasNews = last != progress;
    last = progress;
  }
  std::vector<Address> written;
  if (hasChanged)
    forEachAccess(performed.action, [&](const MemoryAccess &access) {
      if (writes(access.kind))
        written.push_back(access.at);
    });
  if (written.empty() && !unlocked.valid())
    return;
  const auto isWritten = [&](const Address &at) {
    return std::ranges::any_of(written, [&](const Address &other) { return overlap(at, other); });
  };
  for (unsigned other = 0; other < now->pending.size(); ++other) {
    if (other == t || !now->pending[other])
      continue;
    const Pending &pending = *now->pending[other];
    if (pending.kind == Pending::Kind::Asleep) {
      const bool sees = unlocked.valid() && (hasNews || pending.wakesOnAnyUnlock) &&
                        std::ranges::find(pending.mutexes, unlocked) != pending.mutexes.end();
      if (!sees && !std::ranges::any_of(pending.looks, isWritten))
        continue;
      Ref<Pending> awake(new Pending());
      awake->kind = Pending::Kind::Awake;
      awake->operation = pending.operation;
      setPending(other, std::move(awake));
    } else if (const Spin *before = now->spins[other].get()) {
      const auto becomesStale = [&](const Spin::Look &look) {
        return !look.isStale && isWritten(look.at);
      };
      const auto isAnswered = [&](const Spin::Attempt &attempt) {
        return !attempt.isStale && attempt.mutex == unlocked && (hasNews || attempt.mayFail);
      };
      // Most writes do not concern other threads: copy only where they do.
      if (std::ranges::none_of(before->reads, becomesStale) &&
          std::ranges::none_of(before->mutexes, isAnswered))
        continue;
      Spin *const spin = &ownInPlace(now->spins[other]);
      for (Spin::Look &look : spin->reads)
        look.isStale |= becomesStale(look);
      for (Spin::Attempt &attempt : spin->mutexes)
        attempt.isStale |= isAnswered(attempt);
    }
  }
}

} // namespace raceward
