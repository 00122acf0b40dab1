// Describes the next call on a mutex, a condition, a read-write lock, a semaphore, a barrier or a
// once control.
#include "../Handles.h"
#include "../MutexState.h"
#include "CallDescriber.h"
#include "raceward/program/Processes.h"

namespace raceward {

Ref<Pending> ThreadedMachine::Parts::CallDescriber::mutex() {
  std::uint64_t address = 0;
  if (!argument(0, "the address of a mutex", address))
    return {};
  next_->mutex = address;
  const std::optional<unsigned> holder = holderOf(state(), address);
  // Relocking a held mutex, and unlocking one that stays held or is not held, are local steps.
  const bool isLocal = effect() == SyncEffect::Unlock
                           ? holder != t_ || timesHeld(state(), address) > 1
                           : holder == t_;
  if (isLocal)
    return local();
  if (robustState(state(), address) == RobustState::Lost) { // it fails, whoever asks
    next_->operation.action = FailedTryLock{mutexAt(address)};
    return next_;
  }
  if (!state().sync().robust.empty()) // it may become that
    next_->follows = next_->isOpen = true;
  switch (effect()) {
  case SyncEffect::Unlock:
    next_->operation.action = Unlock{mutexAt(address)};
    break;
  case SyncEffect::Lock:
    next_->kind = Pending::Kind::Lock;
    next_->operation.action = Lock{mutexAt(address)};
    break;
  default:
    next_->follows = true;
    next_->operation.action =
        holder ? Action(FailedTryLock{mutexAt(address)}) : Action(Lock{mutexAt(address), true});
  }
  return next_;
}

/// Cancelling a thread orders nothing for certain.
Ref<Pending> ThreadedMachine::Parts::CallDescriber::cancel() {
  std::uint64_t handle = 0;
  if (!argument(0, "a thread handle", handle))
    return {};
  const std::optional<unsigned> other = threadOfHandle(handle, parts_.interpreter->pointerBits());
  if (!other || *other >= state().threads.size() || !state().threads[*other].exists)
    return local(); // misuse, which performing it will report
  next_->operation.action = SemaphorePost{parts_.requestTo(*other)};
  return next_;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::testCancel() {
  if (thread().isExiting || thread().refusesCancel || !isCancelling(parts_.program->module()))
    return local();
  if (thread().isCancelled)
    noteSharedLocals();
  next_->operation.action = SemaphoreRead{parts_.requestTo(t_)};
  return next_;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::waitForCondition() {
  std::uint64_t address = 0;
  if (!argument(1, "the address of a mutex", address))
    return {};
  next_->mutex = address;
  if (thread().isWaiting) {
    next_->kind = Pending::Kind::Lock;
    next_->operation.action = Lock{mutexAt(address)};
    return next_;
  }
  if (holderOf(state(), address) != t_) {
    stop_.why = Stop::Why::Fault;
    stop_.fault.kind = FaultKind::Misuse;
    stop_.fault.message = "a wait for a condition without its mutex";
    stop_.fault.at = raceward::positionOf(*step_.source->origin);
    return {};
  }
  const std::string_view name = step_.source->library->name;
  if (detail_.arguments.size() > 2 && name != "pthread_cond_wait" && name != "cnd_wait") {
    bool isValid = true;
    if (!parts_.interpreter->inspectTime(state(), t_, detail_.arguments[2].slot, isValid, stop_))
      return {};
    if (!isValid) // it returns at once, without releasing the mutex
      return local();
  }
  if (timesHeld(state(), address) > 1)
    return stopWithGap(GapKind::UnmodelledCall, "a wait for a condition with a mutex locked twice");
  next_->kind = Pending::Kind::Unlocking;
  next_->operation.action = Unlock{mutexAt(address)};
  return next_;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::readWriteLock() {
  std::uint64_t address = 0;
  if (!argument(0, "the address of a read-write lock", address))
    return {};
  next_->mutex = address;
  next_->operation.action = Local{};
  const bool isWriter = holderOf(state(), address) == t_;
  const unsigned timesReader = timesRead(state(), address, t_);
  if (effect() == SyncEffect::RwUnlock) {
    if (isWriter)
      next_->operation.action = Unlock{mutexAt(address)};
    else if (timesReader == 1) // while it reads, no writer can get in
      next_->operation.action = ReadUnlock{mutexAt(address)};
    return next_;
  }
  if (isWriter || timesReader > 0)
    return next_;
  const bool isWritten = holderOf(state(), address).has_value();
  const bool isHeld = isWritten || hasReaders(state(), address);
  switch (effect()) {
  case SyncEffect::ReadLock:
    next_->kind = Pending::Kind::ReadLock;
    next_->operation.action = ReadLock{mutexAt(address)};
    break;
  case SyncEffect::WriteLock:
    next_->kind = Pending::Kind::Lock;
    next_->operation.action = Lock{mutexAt(address)};
    break;
  case SyncEffect::TryReadLock:
    next_->follows = true;
    next_->operation.action = isWritten ? Action(FailedTryLock{mutexAt(address), true})
                                        : Action(ReadLock{mutexAt(address), true});
    break;
  default:
    next_->follows = true;
    next_->operation.action =
        isHeld ? Action(FailedTryLock{mutexAt(address)}) : Action(Lock{mutexAt(address), true});
  }
  return unlessRefused();
}

/// An attempt with an invalid timeout takes nothing, even if it could: performing it will report
/// that (requireTime()).
Ref<Pending> ThreadedMachine::Parts::CallDescriber::unlessRefused() {
  const bool isSemaphore = effect() == SyncEffect::TrySemaphoreWait;
  const Action &action = next_->operation.action;
  const bool succeeds = std::holds_alternative<SemaphoreWait>(action) ||
                        std::holds_alternative<ReadLock>(action) ||
                        std::holds_alternative<Lock>(action);
  if ((!isSemaphore && effect() != SyncEffect::TryReadLock &&
       effect() != SyncEffect::TryWriteLock) ||
      !succeeds || detail_.arguments.size() < 2)
    return next_;
  bool isValid = true;
  if (!parts_.interpreter->inspectTime(state(), t_, detail_.arguments[1].slot, isValid, stop_))
    return {};
  if (isValid)
    return next_;
  const ObjectId place = mutexAt(next_->mutex);
  next_->operation.action = isSemaphore
                                ? Action(SemaphoreRead{place, true})
                                : Action(FailedTryLock{place, effect() == SyncEffect::TryReadLock});
  return next_;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::semaphoreValue() {
  std::uint64_t target = 0;
  if (!argument(1, "the address of a value", target))
    return {};
  return thread().part == CallPart::Done ? writeResult(target, 4) : semaphore();
}

/// The object does not exist yet: another thread may still initialise it.
Ref<Pending> ThreadedMachine::Parts::CallDescriber::untilInitialised() {
  next_->operation.action = Local{};
  next_->follows = true;
  next_->isOpen = true;
  return next_;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::semaphore() {
  std::uint64_t address = 0;
  if (!argument(0, "the address of a semaphore", address))
    return {};
  next_->mutex = address;
  const auto &all = state().sync().semaphores;
  const auto place = all.find(address);
  if (place == all.end())
    return untilInitialised();
  switch (effect()) {
  case SyncEffect::SemaphoreWait:
    next_->kind = Pending::Kind::Semaphore;
    next_->operation.action = SemaphoreWait{mutexAt(address)};
    break;
  case SyncEffect::TrySemaphoreWait:
    next_->follows = true;
    next_->operation.action = place->second > 0 ? Action(SemaphoreWait{mutexAt(address), true})
                                                : Action(SemaphoreRead{mutexAt(address), true});
    break;
  case SyncEffect::SemaphorePost:
    next_->operation.action = SemaphorePost{mutexAt(address)};
    break;
  default:
    next_->operation.action = SemaphoreRead{mutexAt(address)};
  }
  return unlessRefused();
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::barrier() {
  std::uint64_t address = 0;
  if (!argument(0, "the address of a barrier", address))
    return {};
  next_->mutex = address;
  if (thread().hasArrived) {
    next_->kind = Pending::Kind::Pass;
    next_->operation.action = Pass{mutexAt(address), thread().round.first, thread().round.count};
    return next_;
  }
  const SyncObjects &sync = state().sync();
  const auto life = sync.lives.find(address);
  if (!sync.barriers.contains(address) || (life != sync.lives.end() && !life->second))
    return untilInitialised();
  next_->kind = Pending::Kind::Arriving;
  next_->operation.action = Arrive{mutexAt(address)};
  return next_;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::once() {
  std::uint64_t address = 0;
  if (!argument(1, "a function pointer", address) ||
      !argument(0, "the address of a once control", address))
    return {};
  next_->mutex = address;
  const auto &all = state().sync().once;
  const auto place = all.find(address);
  if (place == all.end()) { // until another thread is the first
    next_->kind = Pending::Kind::Lock;
    next_->operation.action = Lock{mutexAt(address)};
    next_->follows = true;
    next_->isOpen = true;
  } else if (place->second.isDone || place->second.thread != t_) {
    next_->kind = Pending::Kind::ReadLock;
    next_->operation.action = ReadLock{mutexAt(address)};
  } else if (place->second.depth == thread().depth) { // the function has returned
    next_->operation.action = Unlock{mutexAt(address)};
  } else {
    next_->operation.action = Local{};
  }
  return next_;
}

} // namespace raceward
