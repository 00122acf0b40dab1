#include "CreationUses.h"

#include "Locals.h"
#include "QuietEnd.h"
#include "raceward/program/Processes.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdint>

namespace raceward {

namespace {

/// Among the objects of the library, where no object can lie.
constexpr std::uint64_t kFailedCreation = 1;

const llvm::AllocaInst *localOf(const llvm::Value *pointer) {
  return llvm::dyn_cast<llvm::AllocaInst>(pointer);
}

/// Whether the variable that holds it is never read.
bool isUnused(const llvm::Instruction &creation) {
  return std::ranges::all_of(creation.users(), [](const llvm::User *user) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    const llvm::AllocaInst *local =
        store != nullptr ? localOf(store->getPointerOperand()) : nullptr;
    return local != nullptr && isNeverRead(*local);
  });
}

} // namespace

void noteFailedCreation(State &state) {
  state.ownSync().lives[kFailedCreation] = true;
}

bool hasFailedCreation(const State &state) {
  return state.sync().lives.contains(kFailedCreation);
}

bool isFailureFollowed(const llvm::Instruction &creation) {
  if (isUnused(creation))
    return false;
  // Functions that run when the process ends are relevant actions.
  return runsCodeAtExit(*creation.getModule()) || !endsQuietly(creation);
}

} // namespace raceward
