// Which locks the recorded places may have hit.
#include "Distrust.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

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

void Distrust::distrust(Here here, const Knowledge &knowledge, const llvm::Value &lock,
                        ExpressionId address, KnownLock::Kind kind) {
  if (!knowledge.alone && !facts_.parallel.alwaysAlone({here.function->id, here.index}))
    distrustAlways(lock, address, kind);
}

void Distrust::distrustAlways(const llvm::Value &lock, ExpressionId address, KnownLock::Kind kind) {
  const Distrusted place{&lock, address, kind};
  if (recording_ && distrustedPlaces_.insert(place).second)
    distrusted_.push_back(place);
}

/// A lock word of another size that shares a byte with this one is not trusted: it changes when
/// this one does.
void Distrust::distrustOtherSizes(Here here, const Knowledge &knowledge, const llvm::Value &lock,
                                  ExpressionId address, std::uint64_t bytes) {
  if (!recording_ || mutated(ProverMutation::WordsSizes) || knowledge.alone ||
      values_.isOwned(knowledge, address) ||
      facts_.parallel.alwaysAlone({here.function->id, here.index}))
    return;
  const Distrusted place{&lock, address, KnownLock::Kind::Word, bytes,
                         alignmentOf(*here.instruction().origin) >= bytes};
  if (distrustedPlaces_.insert(place).second)
    distrusted_.push_back(place);
}

bool Distrust::isHitBy(const KnownLock &lock, const Distrusted &by) {
  if (by.kind != lock.kind)
    return false;
  if (by.asWordOf != 0) {
    const bool sameMeaning = by.address.valid() &&
                             expressions_.scopeOf(by.address) == Scope::Program &&
                             expressions_.scopeOf(lock.address) == Scope::Program;
    if (by.address == lock.address && by.asWordOf == lock.bytes)
      return false;
    if (const std::optional<std::int64_t> distance =
            sameMeaning ? expressions_.constantOf(expressions_.subtract(by.address, lock.address))
                        : std::nullopt)
      return *distance < static_cast<std::int64_t>(lock.bytes) &&
             *distance > -static_cast<std::int64_t>(by.asWordOf);
    // At multiples of their size, words of one size are identical or do not overlap.
    if (by.asWordOf == lock.bytes && by.aligned)
      return false;
  } else if (by.address == lock.address) {
    return true;
  }
  const auto soleVariable = [&](ExpressionId e) -> const llvm::GlobalVariable * {
    const SymbolId symbol = expressions_.soleSymbolPlus(e);
    if (!symbol.valid() || expressions_.at(symbol).kind != Symbol::Kind::Object)
      return nullptr;
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(expressions_.at(symbol).value);
    return global && !global->isDeclaration() ? global : nullptr;
  };
  const llvm::GlobalVariable *variable = soleVariable(lock.address);
  const llvm::GlobalVariable *other = soleVariable(by.address);
  if (variable && other && lock.kind == KnownLock::Kind::Mutex)
    return false; // certainly two places
  if (variable && other && variable != other)
    return false;
  return memory_.mayLieIn(lock, memory_.reachedBy(*by.pointer));
}

bool Distrust::isDistrusted(const KnownLock &lock) {
  return std::any_of(distrusted_.begin(), distrusted_.end(),
                     [&](const Distrusted &each) { return isHitBy(lock, each); });
}

} // namespace raceward
