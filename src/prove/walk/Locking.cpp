// Takes and releases locks.
#include "Locking.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

bool makesLockNew(const std::string &name) {
  return name == "pthread_mutex_init" || name == "pthread_spin_init" ||
         name == "pthread_rwlock_init" || name == "mtx_init" || name == "sem_init";
}

} // namespace

void Locking::acquire(Knowledge &knowledge, const llvm::Value &lock, bool exclusive) {
  if (const ExpressionId address = values_.valueOf(knowledge, lock); address.valid())
    knowledge.hold(memory_.lockAt(address, KnownLock::Kind::Mutex, exclusive, 0, lock));
}

void Locking::requireHeld(Here here, const Knowledge &knowledge, const llvm::Value &lock) {
  const ExpressionId address = values_.valueOf(knowledge, lock);
  if ((!address.valid() || !knowledge.find(address, KnownLock::Kind::Mutex)) &&
      !mutated(ProverMutation::LocksWaitNotHeld))
    distrust_.distrust(here, knowledge, lock, address, KnownLock::Kind::Mutex);
}

void Locking::release(Knowledge &knowledge, const llvm::Value &lock) {
  const ExpressionId address = values_.valueOf(knowledge, lock);
  if (address.valid() && knowledge.find(address, KnownLock::Kind::Mutex)) {
    knowledge.release(address, KnownLock::Kind::Mutex);
    return;
  }
  // Releases every held lock that it may be.
  std::erase_if(knowledge.locks, [&](const KnownLock &held) {
    return held.kind == KnownLock::Kind::Mutex && memory_.mayLieIn(held, memory_.reachedBy(lock)) &&
           !mutated(ProverMutation::LocksUnlockOther);
  });
  knowledge.endLostSections();
  // Also while no other thread exists: a semaphore would admit one more afterwards.
  if (!mutated(ProverMutation::LocksUnlockNotHeld))
    distrust_.distrustAlways(lock, address, KnownLock::Kind::Mutex);
}

/// Returns zero with the lock, or another value without it.
void Locking::tryAcquire(Here here, Knowledge knowledge, bool exclusive,
                         std::vector<Knowledge> &after) {
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  const SymbolId result = expressions_.symbolOf(call);
  Knowledge failed = knowledge;
  acquire(knowledge, *call.getArgOperand(0), exclusive);
  if (mutated(ProverMutation::LocksAttempts))
    failed = knowledge;
  invalidation_.redefine(here, knowledge, call);
  invalidation_.redefine(here, failed, call);
  knowledge.setRange(result, {0, 0, false});
  failed.setRange(result, {INT64_MIN, INT64_MAX, true});
  after.push_back(std::move(knowledge));
  after.push_back(std::move(failed));
}

/// A write that is atomic with the read before it (`oldValue`, if known), and that has release
/// order.
void Locking::writeWord(Here here, Knowledge &knowledge, const llvm::Value &pointer,
                        std::uint64_t bytes, ExpressionId oldValue, ExpressionId newValue) {
  const ExpressionId address = values_.valueOf(knowledge, pointer);
  const bool wasFree = oldValue.valid() && values_.rangeOf(knowledge, oldValue).only() == 0;
  const bool isTaken = newValue.valid() && values_.rangeOf(knowledge, newValue).excludesZero();
  const KnownLock *held =
      address.valid() ? knowledge.find(address, KnownLock::Kind::Word) : nullptr;
  if (held && held->bytes == bytes) {
    recorder_.recordSites(here, knowledge); // while the lock is held
    distrust_.distrustOtherSizes(here, knowledge, pointer, address, bytes);
    if (!isTaken)
      knowledge.release(address, KnownLock::Kind::Word);
    return;
  }
  if (held)
    knowledge.release(address, KnownLock::Kind::Word);
  if (address.valid() && !held && (wasFree || mutated(ProverMutation::WordsFree)) && isTaken) {
    knowledge.hold(memory_.lockAt(address, KnownLock::Kind::Word, true, bytes, pointer));
    recorder_.recordSites(here, knowledge);
    distrust_.distrustOtherSizes(here, knowledge, pointer, address, bytes);
    return;
  }
  recorder_.recordSites(here, knowledge);
  if (!values_.isOwned(knowledge, address) && !mutated(ProverMutation::WordsOthersWrite))
    distrust_.distrust(here, knowledge, pointer, address, KnownLock::Kind::Word);
}

void Locking::writePlainly(Here here, Knowledge &knowledge, const llvm::Value &pointer) {
  const ExpressionId address = values_.valueOf(knowledge, pointer);
  if (address.valid())
    knowledge.release(address, KnownLock::Kind::Word);
  if (here.instruction().op == Op::Store)
    recorder_.recordSites(here, knowledge);
  if (!values_.isOwned(knowledge, address) && !mutated(ProverMutation::WordsPlainWrites))
    distrust_.distrust(here, knowledge, pointer, address, KnownLock::Kind::Word);
}

void Locking::exchange(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const auto &exchange = llvm::cast<llvm::AtomicRMWInst>(*here.instruction().origin);
  const llvm::Value &pointer = *exchange.getPointerOperand();
  const ExpressionId newValue = values_.valueOf(knowledge, *exchange.getValOperand());
  const std::uint64_t bytes = values_.bytesOf(*exchange.getValOperand());
  const SymbolId result = expressions_.symbolOf(exchange);
  if (!mutated(ProverMutation::OwnedExchanged))
    invalidation_.escape(knowledge, newValue);
  invalidation_.forgetWritten(here, knowledge);
  invalidation_.redefine(here, knowledge, exchange);
  values_.boundByWrites(knowledge, exchange, pointer);
  const ValueRange before = values_.rangeOf(knowledge, result);
  const bool orders = llvm::isAcquireOrStronger(exchange.getOrdering()) &&
                      llvm::isReleaseOrStronger(exchange.getOrdering());
  const bool swaps = exchange.getOperation() == llvm::AtomicRMWInst::Xchg;
  const ExpressionId address = values_.valueOf(knowledge, pointer);
  const bool taken = newValue.valid() && values_.rangeOf(knowledge, newValue).excludesZero();
  const bool held = address.valid() && knowledge.find(address, KnownLock::Kind::Word);
  if (swaps && taken && !held &&
      (llvm::isAcquireOrStronger(exchange.getOrdering()) ||
       mutated(ProverMutation::WordsAcquire))) {
    // Either it was free and is held now, or it was taken and stays so.
    Knowledge failed = knowledge;
    knowledge.setRange(result, {0, 0, false});
    writeWord(here, knowledge, pointer, bytes, expressions_.constant(32, 0), newValue);
    failed.setRange(result, meet(before, {INT64_MIN, INT64_MAX, true}));
    recorder_.recordSites(here, failed);
    after.push_back(std::move(knowledge));
    after.push_back(std::move(failed));
    return;
  }
  if (swaps && orders) {
    writeWord(here, knowledge, pointer, bytes, {}, newValue);
  } else {
    recorder_.recordSites(here, knowledge);
    if (address.valid())
      knowledge.release(address, KnownLock::Kind::Word);
    distrust_.distrust(here, knowledge, pointer, address, KnownLock::Kind::Word);
  }
  after.push_back(std::move(knowledge));
}

void Locking::compareExchange(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const auto &compare = llvm::cast<llvm::AtomicCmpXchgInst>(*here.instruction().origin);
  const llvm::Value &pointer = *compare.getPointerOperand();
  const ExpressionId expected = values_.valueOf(knowledge, *compare.getCompareOperand());
  const ExpressionId newValue = values_.valueOf(knowledge, *compare.getNewValOperand());
  const std::uint64_t bytes = values_.bytesOf(*compare.getNewValOperand());
  if (!mutated(ProverMutation::OwnedExchanged))
    invalidation_.escape(knowledge, newValue);
  invalidation_.forgetWritten(here, knowledge);
  invalidation_.redefine(here, knowledge, compare);
  const SymbolId success = expressions_.soleSymbol(expressions_.operation(
      llvm::Instruction::ExtractValue, 1,
      {expressions_.symbol(expressions_.symbolOf(compare)), expressions_.constant(32, 1)}));
  Knowledge failed = knowledge;
  if (success.valid()) {
    knowledge.setRange(success, {1, 1, false});
    failed.setRange(success, {0, 0, false});
  }
  const ExpressionId address = values_.valueOf(knowledge, pointer);
  const llvm::AtomicOrdering order = compare.getSuccessOrdering();
  const bool held = address.valid() && knowledge.find(address, KnownLock::Kind::Word);
  if (held ? llvm::isReleaseOrStronger(order) : llvm::isAcquireOrStronger(order)) {
    writeWord(here, knowledge, pointer, bytes, expected, newValue);
  } else {
    recorder_.recordSites(here, knowledge);
    if (address.valid())
      knowledge.release(address, KnownLock::Kind::Word);
    distrust_.distrust(here, knowledge, pointer, address, KnownLock::Kind::Word);
  }
  recorder_.recordSites(here, failed);
  after.push_back(std::move(knowledge));
  after.push_back(std::move(failed));
}

/// True if the call synchronises threads and was handled completely.
bool Locking::synchronise(Here here, Knowledge &knowledge, std::vector<Knowledge> &after) {
  const LibraryFunction &library = *here.instruction().library;
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  const auto argument = [&](unsigned i) -> const llvm::Value * {
    return i < call.arg_size() ? call.getArgOperand(i) : nullptr;
  };
  const llvm::Value *lock = argument(0);
  switch (library.sync) {
  case SyncEffect::Lock:
  case SyncEffect::WriteLock:
  case SyncEffect::ReadLock:
    if (lock)
      acquire(knowledge, *lock, library.sync != SyncEffect::ReadLock);
    return false;
  case SyncEffect::TryLock:
  case SyncEffect::TryWriteLock:
  case SyncEffect::TryReadLock:
    if (!lock)
      return false;
    tryAcquire(here, std::move(knowledge), library.sync != SyncEffect::TryReadLock, after);
    return true;
  case SyncEffect::SemaphoreWait: // a lock, if only its holder posts it
  case SyncEffect::TrySemaphoreWait:
    if (!lock)
      return false;
    if (library.sync == SyncEffect::SemaphoreWait &&
        (!waitsMayFail_ || mutated(ProverMutation::LocksInterrupted))) {
      acquire(knowledge, *lock, true);
      return false;
    }
    tryAcquire(here, std::move(knowledge), true, after);
    return true;
  case SyncEffect::Unlock:
  case SyncEffect::RwUnlock:
  case SyncEffect::SemaphorePost:
    if (lock &&
        !(library.contract != ContractStep::None && mutated(ProverMutation::ContractUnlocks)))
      release(knowledge, *lock);
    return false;
  case SyncEffect::CondWait:
    if (const llvm::Value *mutex = argument(1)) {
      requireHeld(here, knowledge, *mutex);
      // Releases the mutex temporarily, or whichever lock that is.
      const std::vector<KnownLock> held = knowledge.locks;
      for (const KnownLock &each : held)
        if (memory_.mayLieIn(each, memory_.reachedBy(*mutex)) &&
            !mutated(ProverMutation::FlagsWait))
          knowledge.endSection(each.address, each.kind);
    }
    return false;
  case SyncEffect::SyncObject:
    if (library.name == "sem_init" && call.arg_size() == 3) {
      const ExpressionId count = values_.valueOf(knowledge, *argument(2));
      const std::optional<std::int64_t> only =
          count.valid() ? values_.rangeOf(knowledge, count).only() : std::nullopt;
      // Admits more than one thread.
      if ((!only || *only < 0 || *only > 1) && !mutated(ProverMutation::LocksSemaphoreRoom))
        distrust_.distrustAlways(*lock, values_.valueOf(knowledge, *lock), KnownLock::Kind::Mutex);
    }
    // What another one has opened by this name may admit more than one thread, whatever this call
    // asks for.
    if (library.name == "sem_open" && !mutated(ProverMutation::LocksSemaphoreRoom))
      distrust_.distrustAlways(call, values_.valueOf(knowledge, call), KnownLock::Kind::Mutex);
    if (lock && makesLockNew(library.name) && !mutated(ProverMutation::LocksMadeNew) &&
        !values_.isOwned(knowledge, values_.valueOf(knowledge, *lock)))
      distrust_.distrust(here, knowledge, *lock, values_.valueOf(knowledge, *lock),
                         KnownLock::Kind::Mutex);
    return false;
  case SyncEffect::SectionBegin:
  case SyncEffect::SectionEnd:
    if (!mutated(ProverMutation::ValuesSectionEnds))
      std::erase_if(knowledge.cells, [](const KnownCell &cell) { return cell.untilSectionEnds; });
    return false;
  case SyncEffect::Assume:
    if (lock && !values_.assume(knowledge, values_.valueOf(knowledge, *lock), true))
      return true; // the run does not exist
    return false;
  case SyncEffect::None:
  case SyncEffect::CreateThread:
  case SyncEffect::CreateC11Thread:
  case SyncEffect::JoinThread:
  case SyncEffect::DetachThread:
  case SyncEffect::ExitThread:
  case SyncEffect::Cancel:
  case SyncEffect::TestCancel:
  case SyncEffect::ExitProcess:
  case SyncEffect::CondSignal:
  case SyncEffect::BarrierWait:
  case SyncEffect::SemaphoreValue:
  case SyncEffect::Once:
    return false;
  }
  return false;
}

} // namespace raceward
