#include "CreationUses.h"

#include "Locals.h"
#include "raceward/program/Processes.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace raceward {

namespace {

/// Functions that report an error to the user.
constexpr std::array<std::string_view, 8> kTells{
    "perror", "printf", "fprintf", "puts", "fputs", "fflush", "strerror", "__errno_location"};

constexpr std::array<std::string_view, 4> kEnds{"exit", "_exit", "abort", "__assert_fail"};

/// Among the objects of the library, where no object can lie.
constexpr std::uint64_t kFailedCreation = 1;

const llvm::AllocaInst *localOf(const llvm::Value *pointer) {
  return llvm::dyn_cast<llvm::AllocaInst>(pointer);
}

/// A variable of the function, of the library (stderr), or errno.
bool isOwn(const llvm::Value *pointer) {
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(pointer))
    return call->getCalledFunction() != nullptr &&
           call->getCalledFunction()->getName() == "__errno_location";
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(pointer);
  return localOf(pointer) != nullptr || (global != nullptr && global->isDeclaration());
}

enum class Passing : std::uint8_t { GoesOn, EndsProcess, Matters };

Passing passingOf(const llvm::Instruction &instruction) {
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function *callee = call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration())
      return Passing::Matters;
    const auto isOneOf = [&](const auto &names) {
      return std::ranges::find(names, std::string_view(callee->getName())) != names.end();
    };
    if (isOneOf(kEnds))
      return Passing::EndsProcess;
    return isOneOf(kTells) || llvm::isa<llvm::LifetimeIntrinsic, llvm::DbgInfoIntrinsic>(call)
               ? Passing::GoesOn
               : Passing::Matters;
  }
  if (llvm::isa<llvm::ReturnInst>(instruction))
    return instruction.getFunction()->getName() == "main" ? Passing::EndsProcess : Passing::Matters;
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return isOwn(store->getPointerOperand()) ? Passing::GoesOn : Passing::Matters;
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return isOwn(load->getPointerOperand()) ? Passing::GoesOn : Passing::Matters;
  return instruction.mayReadOrWriteMemory() ? Passing::Matters : Passing::GoesOn;
}

/// Whether nothing relevant happens from here until the process ends.
bool endsProcess(const llvm::BasicBlock *block) {
  llvm::DenseSet<const llvm::BasicBlock *> seen;
  while (block != nullptr && seen.insert(block).second) {
    for (const llvm::Instruction &instruction : *block)
      if (const Passing passing = passingOf(instruction); passing != Passing::GoesOn)
        return passing == Passing::EndsProcess;
    block = block->getSingleSuccessor();
  }
  return false;
}

/// Whether the block compares the value with zero, and ends the process if it differs.
bool endsUnlessZeroIn(const llvm::Value &value, const llvm::BasicBlock &block) {
  for (const llvm::User *user : value.users()) {
    const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    if (compare == nullptr || compare->getParent() != &block || !compare->isEquality())
      continue;
    const auto *zero = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (zero != nullptr && zero->isZero() && branch != nullptr && branch->isConditional() &&
        branch->getCondition() == compare)
      return endsProcess(
          branch->getSuccessor(compare->getPredicate() == llvm::CmpInst::ICMP_NE ? 0 : 1));
  }
  return false;
}

/// The same, with the value kept in a variable, or passed to a function that checks results.
bool endsUnlessZero(const llvm::Value &result, const llvm::BasicBlock &block, unsigned depth = 0) {
  if (endsUnlessZeroIn(result, block))
    return true;
  for (const llvm::User *user : result.users()) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const llvm::AllocaInst *local =
          store->getValueOperand() == &result ? localOf(store->getPointerOperand()) : nullptr;
      if (local == nullptr || store->getParent() != &block)
        continue;
      for (const llvm::User *reader : local->users())
        if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(reader);
            load != nullptr && load->getParent() == &block && store->comesBefore(load) &&
            endsUnlessZeroIn(*load, block))
          return true;
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
               call != nullptr && depth == 0 && call->getParent() == &block) {
      const llvm::Function *callee = call->getCalledFunction();
      if (callee == nullptr || callee->isDeclaration() || callee->arg_size() != call->arg_size())
        continue;
      for (unsigned i = 0; i < call->arg_size(); ++i)
        if (call->getArgOperand(i) == &result &&
            endsUnlessZero(*callee->getArg(i), callee->getEntryBlock(), depth + 1))
          return true;
    }
  }
  return false;
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
  return runsCodeAtExit(*creation.getModule()) || !endsUnlessZero(creation, *creation.getParent());
}

} // namespace raceward
