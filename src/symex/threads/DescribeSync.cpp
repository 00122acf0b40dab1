// Describes the next operation on a read-write lock, a semaphore, a barrier, a once control, or a
// fence; and the arrival at a barrier, which no instruction performs alone. An operation that will
// turn out to be a fault is a local step.
#include "../MutexState.h"
#include "Parts.h"
#include "raceward/program/MemoryOrders.h"

#include <llvm/IR/Instructions.h>

namespace raceward {

Ref<Pending> ThreadedMachine::Parts::describeReadWriteLock(unsigned t, SyncEffect effect,
                                                           std::uint64_t lock, Ref<Pending> next) {
  next->mutex = lock;
  next->operation.action = Local{};
  const bool isWriter = holderOf(state(), lock) == t;
  const unsigned timesReader = timesRead(state(), lock, t);
  if (effect == SyncEffect::RwUnlock) {
    if (isWriter)
      next->operation.action = Unlock{mutexAt(lock)};
    else if (timesReader == 1) // while it reads, no writer can get in
      next->operation.action = ReadUnlock{mutexAt(lock)};
    return next;
  }
  if (isWriter || timesReader > 0)
    return next;
  const bool isWritten = holderOf(state(), lock).has_value();
  const bool isHeld = isWritten || hasReaders(state(), lock);
  switch (effect) {
  case SyncEffect::ReadLock:
    next->kind = Pending::Kind::ReadLock;
    next->operation.action = ReadLock{mutexAt(lock)};
    break;
  case SyncEffect::WriteLock:
    next->kind = Pending::Kind::Lock;
    next->operation.action = Lock{mutexAt(lock)};
    break;
  case SyncEffect::TryReadLock:
    next->follows = true;
    next->operation.action = isWritten ? Action(FailedTryLock{mutexAt(lock), true})
                                       : Action(ReadLock{mutexAt(lock), true});
    break;
  default:
    next->follows = true;
    next->operation.action =
        isHeld ? Action(FailedTryLock{mutexAt(lock)}) : Action(Lock{mutexAt(lock), true});
  }
  return next;
}

/// An attempt with an invalid timeout takes nothing, even if it could: performing it will report
/// that (requireTime()).
Ref<Pending> ThreadedMachine::Parts::unlessRefused(unsigned t, const CallDetail &detail,
                                                   Ref<Pending> next, Stop &stop) {
  const SyncEffect effect = instructions[next->operation.at.index()]->library->sync;
  const bool isSemaphore = effect == SyncEffect::TrySemaphoreWait;
  const Action &action = next->operation.action;
  const bool succeeds = std::holds_alternative<SemaphoreWait>(action) ||
                        std::holds_alternative<ReadLock>(action) ||
                        std::holds_alternative<Lock>(action);
  if ((!isSemaphore && effect != SyncEffect::TryReadLock && effect != SyncEffect::TryWriteLock) ||
      !succeeds || detail.arguments.size() < 2)
    return next;
  bool isValid = true;
  if (!interpreter->inspectTime(state(), t, detail.arguments[1].slot, isValid, stop))
    return {};
  if (isValid)
    return next;
  const ObjectId place = mutexAt(next->mutex);
  next->operation.action = isSemaphore
                               ? Action(SemaphoreRead{place, true})
                               : Action(FailedTryLock{place, effect == SyncEffect::TryReadLock});
  return next;
}

Ref<Pending> ThreadedMachine::Parts::describeSemaphore(SyncEffect effect, std::uint64_t semaphore,
                                                       Ref<Pending> next) {
  next->mutex = semaphore;
  const auto &all = state().sync().semaphores;
  const auto place = all.find(semaphore);
  if (place == all.end()) {
    next->operation.action = Local{};
    next->follows = true; // another thread may still initialise it
    next->isOpen = true;
    return next;
  }
  switch (effect) {
  case SyncEffect::SemaphoreWait:
    next->kind = Pending::Kind::Semaphore;
    next->operation.action = SemaphoreWait{mutexAt(semaphore)};
    break;
  case SyncEffect::TrySemaphoreWait:
    next->follows = true;
    next->operation.action = place->second > 0 ? Action(SemaphoreWait{mutexAt(semaphore), true})
                                               : Action(SemaphoreRead{mutexAt(semaphore), true});
    break;
  case SyncEffect::SemaphorePost:
    next->operation.action = SemaphorePost{mutexAt(semaphore)};
    break;
  default:
    next->operation.action = SemaphoreRead{mutexAt(semaphore)};
  }
  return next;
}

Ref<Pending> ThreadedMachine::Parts::describeBarrier(unsigned t, std::uint64_t barrier,
                                                     Ref<Pending> next) {
  next->mutex = barrier;
  const MachineThread &thread = state().threads[t];
  if (thread.hasArrived) {
    next->kind = Pending::Kind::Pass;
    next->operation.action = Pass{mutexAt(barrier), thread.round.first, thread.round.count};
    return next;
  }
  const SyncObjects &sync = state().sync();
  const auto life = sync.lives.find(barrier);
  if (!sync.barriers.contains(barrier) || (life != sync.lives.end() && !life->second)) {
    next->operation.action = Local{};
    next->follows = true; // another thread may still initialise it
    next->isOpen = true;
    return next;
  }
  next->kind = Pending::Kind::Arriving;
  next->operation.action = Arrive{mutexAt(barrier)};
  return next;
}

void ThreadedMachine::Parts::arrive(unsigned t, std::uint64_t address) {
  BarrierState &barrier = state().ownSync().barriers[address];
  MachineThread &thread = state().threads.own(t);
  const std::uint32_t waiting = barrier.waiting();
  thread.round = {barrier.arrivals - waiting, barrier.count, waiting + 1 == barrier.count};
  thread.hasArrived = true;
  ++thread.progress; // same position, but not spinning
  ++barrier.arrivals;
}

Ref<Pending> ThreadedMachine::Parts::describeOnce(unsigned t, std::uint64_t control,
                                                  Ref<Pending> next) {
  next->mutex = control;
  const auto &all = state().sync().once;
  const auto place = all.find(control);
  if (place == all.end()) { // until another thread is the first
    next->kind = Pending::Kind::Lock;
    next->operation.action = Lock{mutexAt(control)};
    next->follows = true;
    next->isOpen = true;
  } else if (place->second.isDone || place->second.thread != t) {
    next->kind = Pending::Kind::ReadLock;
    next->operation.action = ReadLock{mutexAt(control)};
  } else if (place->second.depth == state().threads[t].depth) { // the function has returned
    next->operation.action = Unlock{mutexAt(control)};
  } else {
    next->operation.action = Local{};
  }
  return next;
}

Ref<Pending> ThreadedMachine::Parts::describeFence(const Instruction &fence, Ref<Pending> next) {
  const MemoryOrder order =
      raceward::orderOf(llvm::cast<llvm::FenceInst>(fence.origin)->getOrdering());
  noteWeakOrder(fence, order);
  next->operation.action = Fence{order};
  return next;
}

/// The memory order of an atomic access. Under sc there is only one.
MemoryOrder ThreadedMachine::Parts::orderOf(const Instruction &instruction, bool succeeds) {
  if (model == MemoryModel::Sc)
    return MemoryOrder::SeqCst;
  const auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(instruction.origin);
  const MemoryOrder order = swap != nullptr && !succeeds
                                ? raceward::orderOf(swap->getFailureOrdering())
                                : program->sites()[instruction.firstSite].order;
  noteWeakOrder(instruction, order);
  return order;
}

void ThreadedMachine::Parts::noteWeakOrder(const Instruction &instruction, MemoryOrder order) {
  if (model == MemoryModel::C11 && order != MemoryOrder::SeqCst)
    weakOrders.noteWeak({GapKind::WeakMemory, "an atomic access or a fence weaker than seq_cst",
                         raceward::positionOf(*instruction.origin),
                         "--model sc takes every atomic for seq_cst"});
}

void ThreadedMachine::Parts::meetAtomics(const Pending &next) {
  weakOrders.meet(next.operation.action);
  for (const BurstWay &way : next.ways)
    weakOrders.meet(way.operation.action);
  for (Gap &gap : weakOrders.takeGaps())
    note(std::move(gap));
}

/// Whether a thread may learn by it what another has done, without being ordered after it.
bool ThreadedMachine::Parts::tellsWithoutOrdering(const LibraryFunction &function) const {
  switch (function.sync) {
  case SyncEffect::TryLock:
  case SyncEffect::TryReadLock:
  case SyncEffect::TryWriteLock:
  case SyncEffect::TrySemaphoreWait:
  case SyncEffect::SemaphoreValue:
    return true;
  default:
    break;
  }
  // An input function in the machine's own library may keep state: a clock, a stream.
  return function.isInput && std::any_of(interpreter->images.begin() + 1, interpreter->images.end(),
                                         [&](const Image &image) {
                                           const llvm::Function *own =
                                               image.program->module().getFunction(function.name);
                                           return own != nullptr && !own->isDeclaration();
                                         });
}

} // namespace raceward
