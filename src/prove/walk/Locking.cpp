// Locks of the library, and locks that programs build from a variable.
//
// A variable is a lock if it is zero while free, is taken by changing zero to another value in one
// atomic step, and is only written by its holder. The last condition is known only at the end of
// the walk, so a write that breaks it is recorded, and locks that it may have hit are not trusted
// in the end. The same applies to a mutex that is unlocked by a thread that does not certainly hold
// it.
#include "Walk.h"
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

std::uint64_t alignmentOf(const llvm::Instruction &instruction) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getAlign().value();
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getAlign().value();
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return exchange->getAlign().value();
  if (const auto *compare = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return compare->getAlign().value();
  return 0;
}

void Walk::distrust(Here here, const Knowledge &knowledge, const llvm::Value &lock,
                    ExpressionId address, KnownLock::Kind kind) {
  if (!knowledge.alone && !facts_.parallel.alwaysAlone({here.function->id, here.index}))
    distrustAlways(lock, address, kind);
}

void Walk::distrustAlways(const llvm::Value &lock, ExpressionId address, KnownLock::Kind kind) {
  const Distrusted place{&lock, address, kind};
  if (recording_ && distrustedPlaces_.insert(place).second)
    distrusted_.push_back(place);
}

/// A lock word of another size that shares a byte with this one is not trusted: it changes when
/// this one does.
void Walk::distrustOtherSizes(Here here, const Knowledge &knowledge, const llvm::Value &lock,
                              ExpressionId address, std::uint64_t bytes) {
  if (!recording_ || mutated(ProverMutation::WordsSizes) || knowledge.alone ||
      isOwned(knowledge, address) || facts_.parallel.alwaysAlone({here.function->id, here.index}))
    return;
  const Distrusted place{&lock, address, KnownLock::Kind::Word, bytes,
                         alignmentOf(*instruction(here).origin) >= bytes};
  if (distrustedPlaces_.insert(place).second)
    distrusted_.push_back(place);
}

bool Walk::isOwned(const Knowledge &knowledge, ExpressionId address) const {
  if (!address.valid())
    return false;
  const auto &terms = expressions_.sum(address).terms;
  std::size_t owned = 0;
  for (const auto &[symbol, factor] : terms) {
    if (knowledge.owns(symbol) && factor == 1)
      ++owned;
    else if (expressions_.at(symbol).bits == 0 || isAddress(symbol))
      return false;
  }
  return owned == 1;
}

/// Whether the symbol may be a pointer, so that a sum with it may point into its object.
bool Walk::isAddress(SymbolId id) const {
  const Symbol &symbol = expressions_.at(id);
  switch (symbol.kind) {
  case Symbol::Kind::Index:
    return false;
  case Symbol::Kind::Value: // an integer may be the distance to another object
    return numbersMakePointers_ || symbol.value->getType()->isPointerTy();
  case Symbol::Kind::Operation:
    // Not numbers that were narrower than addresses, or results of comparisons.
    return numbersMakePointers_ ||
           (symbol.opcode != llvm::Instruction::SExt && symbol.opcode != llvm::Instruction::ZExt &&
            !predicateOf(symbol.opcode));
  default:
    return true;
  }
}

void Walk::acquire(Knowledge &knowledge, const llvm::Value &lock, bool exclusive) {
  if (const ExpressionId address = valueOf(knowledge, lock); address.valid())
    knowledge.hold(lockAt(address, KnownLock::Kind::Mutex, exclusive, 0, lock));
}

void Walk::requireHeld(Here here, const Knowledge &knowledge, const llvm::Value &lock) {
  const ExpressionId address = valueOf(knowledge, lock);
  if ((!address.valid() || !knowledge.find(address, KnownLock::Kind::Mutex)) &&
      !mutated(ProverMutation::LocksWaitNotHeld))
    distrust(here, knowledge, lock, address, KnownLock::Kind::Mutex);
}

void Walk::release(Knowledge &knowledge, const llvm::Value &lock) {
  const ExpressionId address = valueOf(knowledge, lock);
  if (address.valid() && knowledge.find(address, KnownLock::Kind::Mutex)) {
    knowledge.release(address, KnownLock::Kind::Mutex);
    return;
  }
  // Releases every held lock that it may be.
  std::erase_if(knowledge.locks, [&](const KnownLock &held) {
    return held.kind == KnownLock::Kind::Mutex && mayLieIn(held, reachedBy(lock)) &&
           !mutated(ProverMutation::LocksUnlockOther);
  });
  knowledge.endLostSections();
  // Also while no other thread exists: a semaphore would admit one more afterwards.
  if (!mutated(ProverMutation::LocksUnlockNotHeld))
    distrustAlways(lock, address, KnownLock::Kind::Mutex);
}

/// Returns zero with the lock, or another value without it.
void Walk::tryAcquire(Here here, Knowledge knowledge, bool exclusive,
                      std::vector<Knowledge> &after) {
  const auto &call = llvm::cast<llvm::CallBase>(*instruction(here).origin);
  const SymbolId result = expressions_.symbolOf(call);
  Knowledge failed = knowledge;
  acquire(knowledge, *call.getArgOperand(0), exclusive);
  if (mutated(ProverMutation::LocksAttempts))
    failed = knowledge;
  redefine(here, knowledge, call);
  redefine(here, failed, call);
  knowledge.setRange(result, {0, 0, false});
  failed.setRange(result, {INT64_MIN, INT64_MAX, true});
  after.push_back(std::move(knowledge));
  after.push_back(std::move(failed));
}

/// A write that is atomic with the read before it (`oldValue`, if known), and that has release
/// order.
void Walk::writeWord(Here here, Knowledge &knowledge, const llvm::Value &pointer,
                     std::uint64_t bytes, ExpressionId oldValue, ExpressionId newValue) {
  const ExpressionId address = valueOf(knowledge, pointer);
  const bool wasFree = oldValue.valid() && rangeOf(knowledge, oldValue).only() == 0;
  const bool isTaken = newValue.valid() && rangeOf(knowledge, newValue).excludesZero();
  const KnownLock *held =
      address.valid() ? knowledge.find(address, KnownLock::Kind::Word) : nullptr;
  if (held && held->bytes == bytes) {
    recordSites(here, knowledge); // while the lock is held
    distrustOtherSizes(here, knowledge, pointer, address, bytes);
    if (!isTaken)
      knowledge.release(address, KnownLock::Kind::Word);
    return;
  }
  if (held)
    knowledge.release(address, KnownLock::Kind::Word);
  if (address.valid() && !held && (wasFree || mutated(ProverMutation::WordsFree)) && isTaken) {
    knowledge.hold(lockAt(address, KnownLock::Kind::Word, true, bytes, pointer));
    recordSites(here, knowledge);
    distrustOtherSizes(here, knowledge, pointer, address, bytes);
    return;
  }
  recordSites(here, knowledge);
  if (!isOwned(knowledge, address) && !mutated(ProverMutation::WordsOthersWrite))
    distrust(here, knowledge, pointer, address, KnownLock::Kind::Word);
}

void Walk::writePlainly(Here here, Knowledge &knowledge, const llvm::Value &pointer) {
  const ExpressionId address = valueOf(knowledge, pointer);
  if (address.valid())
    knowledge.release(address, KnownLock::Kind::Word);
  if (instruction(here).op == Op::Store)
    recordSites(here, knowledge);
  if (!isOwned(knowledge, address) && !mutated(ProverMutation::WordsPlainWrites))
    distrust(here, knowledge, pointer, address, KnownLock::Kind::Word);
}

void Walk::exchange(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const auto &exchange = llvm::cast<llvm::AtomicRMWInst>(*instruction(here).origin);
  const llvm::Value &pointer = *exchange.getPointerOperand();
  const ExpressionId newValue = valueOf(knowledge, *exchange.getValOperand());
  const std::uint64_t bytes = bytesOf(*exchange.getValOperand());
  const SymbolId result = expressions_.symbolOf(exchange);
  if (!mutated(ProverMutation::OwnedExchanged))
    escape(knowledge, newValue);
  forgetWritten(here, knowledge);
  redefine(here, knowledge, exchange);
  boundByWrites(knowledge, exchange, pointer);
  const ValueRange before = rangeOf(knowledge, result);
  const bool orders = llvm::isAcquireOrStronger(exchange.getOrdering()) &&
                      llvm::isReleaseOrStronger(exchange.getOrdering());
  const bool swaps = exchange.getOperation() == llvm::AtomicRMWInst::Xchg;
  const ExpressionId address = valueOf(knowledge, pointer);
  const bool taken = newValue.valid() && rangeOf(knowledge, newValue).excludesZero();
  const bool held = address.valid() && knowledge.find(address, KnownLock::Kind::Word);
  if (swaps && taken && !held &&
      (llvm::isAcquireOrStronger(exchange.getOrdering()) ||
       mutated(ProverMutation::WordsAcquire))) {
    // Either it was free and is held now, or it was taken and stays so.
    Knowledge failed = knowledge;
    knowledge.setRange(result, {0, 0, false});
    writeWord(here, knowledge, pointer, bytes, expressions_.constant(32, 0), newValue);
    failed.setRange(result, meet(before, {INT64_MIN, INT64_MAX, true}));
    recordSites(here, failed);
    after.push_back(std::move(knowledge));
    after.push_back(std::move(failed));
    return;
  }
  if (swaps && orders) {
    writeWord(here, knowledge, pointer, bytes, {}, newValue);
  } else {
    recordSites(here, knowledge);
    if (address.valid())
      knowledge.release(address, KnownLock::Kind::Word);
    distrust(here, knowledge, pointer, address, KnownLock::Kind::Word);
  }
  after.push_back(std::move(knowledge));
}

void Walk::compareExchange(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const auto &compare = llvm::cast<llvm::AtomicCmpXchgInst>(*instruction(here).origin);
  const llvm::Value &pointer = *compare.getPointerOperand();
  const ExpressionId expected = valueOf(knowledge, *compare.getCompareOperand());
  const ExpressionId newValue = valueOf(knowledge, *compare.getNewValOperand());
  const std::uint64_t bytes = bytesOf(*compare.getNewValOperand());
  if (!mutated(ProverMutation::OwnedExchanged))
    escape(knowledge, newValue);
  forgetWritten(here, knowledge);
  redefine(here, knowledge, compare);
  const SymbolId success = expressions_.soleSymbol(expressions_.operation(
      llvm::Instruction::ExtractValue, 1,
      {expressions_.symbol(expressions_.symbolOf(compare)), expressions_.constant(32, 1)}));
  Knowledge failed = knowledge;
  if (success.valid()) {
    knowledge.setRange(success, {1, 1, false});
    failed.setRange(success, {0, 0, false});
  }
  const ExpressionId address = valueOf(knowledge, pointer);
  const llvm::AtomicOrdering order = compare.getSuccessOrdering();
  const bool held = address.valid() && knowledge.find(address, KnownLock::Kind::Word);
  if (held ? llvm::isReleaseOrStronger(order) : llvm::isAcquireOrStronger(order)) {
    writeWord(here, knowledge, pointer, bytes, expected, newValue);
  } else {
    recordSites(here, knowledge);
    if (address.valid())
      knowledge.release(address, KnownLock::Kind::Word);
    distrust(here, knowledge, pointer, address, KnownLock::Kind::Word);
  }
  recordSites(here, failed);
  after.push_back(std::move(knowledge));
  after.push_back(std::move(failed));
}

/// True if the call synchronises threads and was handled completely.
bool Walk::synchronise(Here here, Knowledge &knowledge, std::vector<Knowledge> &after) {
  const LibraryFunction &library = *instruction(here).library;
  const auto &call = llvm::cast<llvm::CallBase>(*instruction(here).origin);
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
    if (lock)
      acquire(knowledge, *lock, true);
    return false;
  case SyncEffect::TrySemaphoreWait:
    if (!lock)
      return false;
    tryAcquire(here, std::move(knowledge), true, after);
    return true;
  case SyncEffect::Unlock:
  case SyncEffect::RwUnlock:
  case SyncEffect::SemaphorePost:
    if (lock)
      release(knowledge, *lock);
    return false;
  case SyncEffect::CondWait:
    if (const llvm::Value *mutex = argument(1)) {
      requireHeld(here, knowledge, *mutex);
      // Releases the mutex temporarily, or whichever lock that is.
      const std::vector<KnownLock> held = knowledge.locks;
      for (const KnownLock &each : held)
        if (mayLieIn(each, reachedBy(*mutex)) && !mutated(ProverMutation::FlagsWait))
          knowledge.endSection(each.address, each.kind);
    }
    return false;
  case SyncEffect::SyncObject:
    if (library.name == "sem_init" && call.arg_size() == 3) {
      const ExpressionId count = valueOf(knowledge, *argument(2));
      const std::optional<std::int64_t> only =
          count.valid() ? rangeOf(knowledge, count).only() : std::nullopt;
      // Admits more than one thread.
      if ((!only || *only < 0 || *only > 1) && !mutated(ProverMutation::LocksSemaphoreRoom))
        distrustAlways(*lock, valueOf(knowledge, *lock), KnownLock::Kind::Mutex);
    }
    if (lock && makesLockNew(library.name) && !mutated(ProverMutation::LocksMadeNew) &&
        !isOwned(knowledge, valueOf(knowledge, *lock)))
      distrust(here, knowledge, *lock, valueOf(knowledge, *lock), KnownLock::Kind::Mutex);
    return false;
  case SyncEffect::SectionBegin:
  case SyncEffect::SectionEnd:
    if (!mutated(ProverMutation::ValuesSectionEnds))
      std::erase_if(knowledge.cells, [](const KnownCell &cell) { return cell.untilSectionEnds; });
    return false;
  case SyncEffect::Assume:
    if (lock && !assume(knowledge, valueOf(knowledge, *lock), true))
      return true; // the run does not exist
    return false;
  case SyncEffect::CreateThread:
  case SyncEffect::CreateC11Thread:
    create(here, knowledge);
    return false;
  default:
    return false;
  }
}

} // namespace raceward
