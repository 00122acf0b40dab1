// Flags that only rise.
//
// A variable that is zero when the first thread is created, and into which nobody writes zero
// afterwards, splits a run in two. Whoever reads zero from it while holding a lock is in a
// critical section that comes before all those that read something else under that lock:
// "initialise once", "wait until ready"; pthread_once() is that by itself. That nobody writes zero
// is not known before everything was seen, so writes that break it are remembered, as with locks.
#include "Walk.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

namespace raceward {

namespace {

constexpr std::size_t kMostFlags = 8; ///< that a thread keeps in mind

} // namespace

/// The flag that the expression is the address of: a variable, or a part of one.
bool Walk::canBeFlag(ExpressionId address) const {
  const SymbolId symbol = expressions_.soleSymbolPlus(address);
  return symbol.valid() && expressions_.at(symbol).kind == Symbol::Kind::Object &&
         llvm::isa<llvm::GlobalVariable>(expressions_.at(symbol).value);
}

void Walk::readFlag(Knowledge &knowledge, const llvm::Instruction &load, ExpressionId address,
                    const llvm::Value &pointer) {
  if (knowledge.alone || !canBeFlag(address))
    return;
  const SymbolId value = expressions_.symbolOf(load);
  for (const KnownLock &lock : knowledge.locks) {
    if (!lock.exclusive || expressions_.scopeOf(lock.address) != Scope::Program ||
        knowledge.read.size() >= kMostFlags)
      continue;
    phaseLocks_.try_emplace({lock.address, lock.kind}, lock);
    knowledge.addRead({value, address, lock.address, lock.kind, true});
    addFlag(address, pointer, bytesOf(load));
  }
}

void Walk::addFlag(ExpressionId address, const llvm::Value &pointer, std::uint64_t bytes) {
  if (flags_.try_emplace(address, Flag{&pointer, bytes}).second)
    for (const unsigned object : reachedBy(pointer).objects)
      flagsIn_[object].push_back(address);
}

/// pthread_once(): its control is a flag that rises when the function has returned, and a lock
/// that is held until then. None if nobody can tell which control that is.
std::optional<KnownLock> Walk::onceAt(Here here, const Knowledge &knowledge) {
  constexpr std::uint64_t bytes = 4; // of an int, for all C libraries
  const auto &call = llvm::cast<llvm::CallBase>(*instruction(here).origin);
  if (instruction(here).library->sync != SyncEffect::Once || call.arg_size() < 2 ||
      knowledge.phases.size() >= 2 * kMostFlags)
    return std::nullopt;
  const llvm::Value &control = *call.getArgOperand(0);
  const ExpressionId address = valueOf(knowledge, control);
  if (!address.valid() || !canBeFlag(address))
    return std::nullopt;
  const KnownLock lock{address, KnownLock::Kind::Mutex, true, 0, &control};
  phaseLocks_.try_emplace({address, lock.kind}, lock);
  addFlag(address, control, bytes);
  return lock;
}

/// After a branch: what the values that were read turn out to be.
void Walk::noteFlags(Knowledge &knowledge) {
  for (const ReadFlag &flag : knowledge.read) {
    const ValueRange range = rangeOf(knowledge, flag.value);
    if (knowledge.phases.size() >= 2 * kMostFlags)
      return;
    if (range.excludesZero())
      knowledge.addPhase({flag.flag, flag.lock, flag.kind, true});
    else if (range.only() == 0 && flag.stillHeld)
      knowledge.addPhase({flag.flag, flag.lock, flag.kind, false});
  }
}

/// A write, as far as flags are concerned. `value` is invalid if it is not known.
void Walk::writeFlags(Knowledge &knowledge, const llvm::Value &pointer, ExpressionId address,
                      std::optional<std::uint64_t> bytes, ExpressionId value) {
  const bool rises = value.valid() && rangeOf(knowledge, value).excludesZero();
  if (address.valid() && rises && canBeFlag(address) && !knowledge.alone) {
    // Whoever saw zero under the lock did so before.
    for (const KnownLock &lock : knowledge.locks)
      if (lock.exclusive && expressions_.scopeOf(lock.address) == Scope::Program &&
          knowledge.phases.size() < 2 * kMostFlags) {
        phaseLocks_.try_emplace({lock.address, lock.kind}, lock);
        knowledge.addPhase({address, lock.address, lock.kind, true});
      }
  }
  if (!recording_ || knowledge.alone)
    return;
  const Reached &memory = reachedBy(pointer);
  const auto check = [&](ExpressionId flag) {
    const Flag &known = flags_.at(flag);
    if (address == flag && bytes == known.bytes && rises)
      return;
    const std::optional<std::int64_t> distance =
        address.valid() ? expressions_.constantOf(expressions_.subtract(address, flag))
                        : std::nullopt;
    const bool apart = distance && bytes && *distance != INT64_MIN &&
                       (*distance >= static_cast<std::int64_t>(known.bytes) ||
                        -*distance >= static_cast<std::int64_t>(*bytes));
    if (!apart)
      fallingFlags_.insert(flag);
  };
  if (memory.anything) {
    for (const auto &[flag, known] : flags_)
      check(flag);
    return;
  }
  for (const unsigned object : memory.objects)
    if (const auto at = flagsIn_.find(object); at != flagsIn_.end())
      for (const ExpressionId flag : at->second)
        check(flag);
}

} // namespace raceward
