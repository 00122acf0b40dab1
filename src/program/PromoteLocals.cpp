#include "PromoteLocals.h"

#include "Normalise.h"
#include "ScopeEnds.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

namespace raceward {

namespace {

/// After longjmp locals have their values in memory; registers would be restored to older values.
/// Such functions keep their variables in memory.
bool callsReturnTwice(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (call->hasFnAttr(llvm::Attribute::ReturnsTwice))
        return true;
  return false;
}

std::vector<llvm::AllocaInst *> promotableLocals(llvm::Function &function) {
  std::vector<llvm::AllocaInst *> locals;
  for (llvm::Instruction &instruction : function.getEntryBlock())
    if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (llvm::isAllocaPromotable(local))
        locals.push_back(local);
  return locals;
}

/// Makes a local variable indeterminate wherever its lifetime begins: at the declaration (clang's
/// lifetime markers) and, for variables without them, at function entry. Without this, promotion
/// would fold phi(5, undef) to 5 and lose executions.
void markUninitialised(llvm::AllocaInst &local, FreshInputs &inputs,
                       std::vector<llvm::CallInst *> &markers) {
  llvm::Function *fresh = inputs.of(local.getAllocatedType());
  const auto markAfter = [&](llvm::Instruction &place) {
    llvm::IRBuilder<> builder(place.getParent(), std::next(place.getIterator()));
    llvm::CallInst *value = builder.CreateCall(fresh);
    builder.CreateStore(value, &local);
    markers.push_back(value);
  };
  std::vector<llvm::Instruction *> starts;
  for (llvm::User *user : local.users())
    if (auto *marker = llvm::dyn_cast<llvm::IntrinsicInst>(user))
      if (marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
        starts.push_back(marker);
  markAfter(local);
  for (llvm::Instruction *start : starts)
    markAfter(*start);
}

} // namespace

// LLVM's own function removes more: a condition without effect, and with it the read of a shared
// variable that it depends on (`switch (x) { default: … }`), and the code after a write to null.
void removeUnreachable(llvm::Function &function) {
  for (llvm::BasicBlock &block : function) {
    const llvm::Instruction *end = block.getTerminator();
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(end);
    const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(end);
    const llvm::Value *condition = branch && branch->isConditional() ? branch->getCondition()
                                   : choice                          ? choice->getCondition()
                                                                     : nullptr;
    if (condition && llvm::isa<llvm::ConstantInt>(condition))
      llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/false);
  }
  llvm::EliminateUnreachableBlocks(function);
}

llvm::Function *FreshInputs::of(llvm::Type *type) {
  llvm::Function *&function = functions_[type];
  if (!function)
    function = llvm::Function::Create(
        llvm::FunctionType::get(type, false), llvm::GlobalValue::ExternalLinkage,
        llvm::StringRef(kFreshInputPrefix.data()) + llvm::Twine(functions_.size()), module_);
  return function;
}

void promoteLocals(llvm::Function &function, FreshInputs &inputs) {
  if (callsReturnTwice(function))
    return;
  separateConditions(function);
  separateScopeEnds(function);
  removeUnreachable(function);
  const std::vector<llvm::AllocaInst *> locals = promotableLocals(function);
  if (locals.empty())
    return;
  std::vector<llvm::CallInst *> markers;
  for (llvm::AllocaInst *local : locals)
    markUninitialised(*local, inputs, markers);
  llvm::DominatorTree dominators(function);
  llvm::AssumptionCache assumptions(function);
  llvm::PromoteMemToReg(locals, dominators, &assumptions);
  // Most variables are written before they are read; their markers are dead now.
  for (llvm::CallInst *marker : markers)
    if (marker->use_empty())
      marker->eraseFromParent();
}

} // namespace raceward
