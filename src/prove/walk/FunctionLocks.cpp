// Locks at entries and exits of functions, in words that a declaration can use.
#include "FunctionLocks.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>

namespace raceward {

std::vector<PlacedLock> FunctionLocks::placesOf(const std::vector<KnownLock> &locks,
                                                const llvm::Function &function,
                                                const Knowledge &entry) const {
  std::vector<PlacedLock> places;
  for (const KnownLock &lock : locks) {
    if (lock.kind != KnownLock::Kind::Mutex || distrust_.isDistrusted(lock))
      continue;
    const SymbolId symbol = expressions_.soleSymbolPlus(lock.address);
    if (!symbol.valid())
      continue;
    const std::int64_t offset = expressions_.sum(lock.address).constant;
    const llvm::Value *value = expressions_.at(symbol).value;
    const auto *argument = llvm::dyn_cast_or_null<llvm::Argument>(value);
    if (argument && expressions_.at(symbol).kind == Symbol::Kind::Value &&
        argument->getParent() == &function)
      places.push_back({argument, offset, lock.exclusive});
    if (value && llvm::isa<llvm::GlobalVariable>(value) &&
        expressions_.at(symbol).kind == Symbol::Kind::Object)
      places.push_back({value, offset, lock.exclusive});
    // An argument that is known to lie in the same object is another name for it.
    for (const llvm::Argument &other : function.args())
      for (const auto &[formal, equal] : entry.equal)
        if (expressions_.at(formal).value == &other && expressions_.soleSymbolPlus(equal) == symbol)
          places.push_back({&other, offset - expressions_.sum(equal).constant, lock.exclusive});
  }
  std::ranges::sort(places);
  return places;
}

LocksAtCall FunctionLocks::of(const Function &function, const Knowledge &entry,
                              std::span<const FunctionExit> exits) const {
  LocksAtCall found;
  found.function = function.id;
  found.alone = entry.alone;
  for (const SymbolId owned : entry.owned)
    found.newObjects.push_back(expressions_.at(owned).value);
  found.entry = placesOf(entry.locks, *function.origin, entry);
  for (const FunctionExit &exit : exits)
    found.exits.push_back(placesOf(exit.knowledge.locks, *function.origin, entry));
  return found;
}

} // namespace raceward
