// The list of effects that a library call can have on threads, and the next operation of a call on
// a mutex, a condition, a read-write lock, a semaphore, a barrier or a once control.
//
// To add an effect: a case in describe(), which the compiler asks for, a function, and for an
// operation that waits a test of the state.
#include "../MutexState.h"
#include "CallDescriber.h"
#include "raceward/base/Check.h"

namespace raceward {

namespace {

// Whether an operation that waits can be performed.

bool isFree(const State &state, unsigned /*thread*/, const Pending &lock) {
  return !holderOf(state, lock.mutex) && !hasReaders(state, lock.mutex);
}

bool isNotWritten(const State &state, unsigned /*thread*/, const Pending &lock) {
  return !holderOf(state, lock.mutex);
}

bool isAboveZero(const State &state, unsigned /*thread*/, const Pending &wait) {
  // If it was destroyed, performing it will report that.
  const auto &all = state.sync().semaphores;
  const auto place = all.find(wait.mutex);
  return place == all.end() || place->second > 0;
}

bool haveAllArrived(const State &state, unsigned thread, const Pending &pass) {
  const BarrierRound &round = state.threads[thread].round;
  return state.sync().barriers.at(pass.mutex).arrivals >= round.first + round.count;
}

} // namespace

class ThreadedMachine::Parts::SyncDescriber : CallDescriber {
public:
  using CallDescriber::CallDescriber;

  Ref<Pending> describe() {
    if (step_.source->library == nullptr && step_.source->callee.valid()) // no row could state it
      return parts_.describeBurst(t_, BurstKind::Call, stop_);
    if (step_.source->library == nullptr) // a trap
      return endProcess();
    noteSharedArguments();
    switch (effect()) {
    case SyncEffect::None:
    case SyncEffect::SyncObject:
      return parts_.describeBurst(t_, BurstKind::Call, stop_);
    case SyncEffect::SectionBegin:
      return parts_.describeBurst(t_, BurstKind::Section, stop_);
    case SyncEffect::SectionEnd: // without a beginning: no effect
    case SyncEffect::CondSignal:
    case SyncEffect::DetachThread:
      return local();
    case SyncEffect::CreateThread:
    case SyncEffect::CreateC11Thread:
      return createThread();
    case SyncEffect::JoinThread:
      return joinThread();
    case SyncEffect::Lock:
    case SyncEffect::Unlock:
    case SyncEffect::TryLock:
      return mutex();
    case SyncEffect::ReadLock:
    case SyncEffect::TryReadLock:
    case SyncEffect::WriteLock:
    case SyncEffect::TryWriteLock:
    case SyncEffect::RwUnlock:
      return readWriteLock();
    case SyncEffect::SemaphoreValue:
      return semaphoreValue();
    case SyncEffect::SemaphoreWait:
    case SyncEffect::TrySemaphoreWait:
    case SyncEffect::SemaphorePost:
      return semaphore();
    case SyncEffect::BarrierWait:
      return barrier();
    case SyncEffect::Once:
      return once();
    case SyncEffect::CondWait:
      return waitForCondition();
    case SyncEffect::ExitThread:
      return exitThread();
    case SyncEffect::ExitProcess:
      return lookAheadToEnd();
    case SyncEffect::Assume:
      break;
    }
    RW_CHECK(false); // no thread stops before an assumption
    return {};
  }

private:
  Ref<Pending> mutex() {
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
    switch (effect()) {
    case SyncEffect::Unlock:
      next_->operation.action = Unlock{mutexAt(address)};
      break;
    case SyncEffect::Lock:
      next_->waitUntil(isFree, Lock{mutexAt(address)});
      break;
    default:
      next_->follows = true;
      next_->operation.action =
          holder ? Action(FailedTryLock{mutexAt(address)}) : Action(Lock{mutexAt(address), true});
    }
    return next_;
  }

  Ref<Pending> waitForCondition() {
    std::uint64_t address = 0;
    if (!argument(1, "the address of a mutex", address))
      return {};
    next_->mutex = address;
    if (thread().isWaiting) {
      next_->waitUntil(isFree, Lock{mutexAt(address)});
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
      return stopWithGap(GapKind::UnmodelledCall,
                         "a wait for a condition with a mutex locked twice");
    next_->kind = Pending::Kind::Unlocking;
    next_->operation.action = Unlock{mutexAt(address)};
    return next_;
  }

  Ref<Pending> readWriteLock() {
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
      next_->waitUntil(isNotWritten, ReadLock{mutexAt(address)});
      break;
    case SyncEffect::WriteLock:
      next_->waitUntil(isFree, Lock{mutexAt(address)});
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
  Ref<Pending> unlessRefused() {
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
    next_->operation.action =
        isSemaphore ? Action(SemaphoreRead{place, true})
                    : Action(FailedTryLock{place, effect() == SyncEffect::TryReadLock});
    return next_;
  }

  Ref<Pending> semaphoreValue() {
    std::uint64_t target = 0;
    if (!argument(1, "the address of a value", target))
      return {};
    return thread().part == CallPart::Done ? writeResult(target, 4) : semaphore();
  }

  Ref<Pending> semaphore() {
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
      next_->waitUntil(isAboveZero, SemaphoreWait{mutexAt(address)});
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

  Ref<Pending> barrier() {
    std::uint64_t address = 0;
    if (!argument(0, "the address of a barrier", address))
      return {};
    next_->mutex = address;
    if (thread().hasArrived) {
      next_->waitUntil(haveAllArrived,
                       Pass{mutexAt(address), thread().round.first, thread().round.count});
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

  Ref<Pending> once() {
    std::uint64_t address = 0;
    if (!argument(1, "a function pointer", address) ||
        !argument(0, "the address of a once control", address))
      return {};
    next_->mutex = address;
    const auto &all = state().sync().once;
    const auto place = all.find(address);
    if (place == all.end()) { // until another thread is the first
      next_->waitUntil(isFree, Lock{mutexAt(address)});
      next_->follows = true;
      next_->isOpen = true;
    } else if (place->second.isDone || place->second.thread != t_) {
      next_->waitUntil(isNotWritten, ReadLock{mutexAt(address)});
    } else if (place->second.depth == thread().depth) { // the function has returned
      next_->operation.action = Unlock{mutexAt(address)};
    } else {
      next_->operation.action = Local{};
    }
    return next_;
  }
};

Ref<Pending> ThreadedMachine::Parts::describeCall(unsigned t, Stop &stop) {
  return SyncDescriber(*this, t, stop).describe();
}

} // namespace raceward
