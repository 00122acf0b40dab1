#include "Locals.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace raceward {

bool isWriteOrMark(const llvm::User &use, const llvm::AllocaInst &local) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&use))
    return store->getValueOperand() != &local;
  return llvm::isa<llvm::LifetimeIntrinsic, llvm::DbgInfoIntrinsic>(use);
}

bool isNeverRead(const llvm::AllocaInst &local) {
  return std::ranges::all_of(local.users(),
                             [&](const llvm::User *use) { return isWriteOrMark(*use, local); });
}

} // namespace raceward
