#include "FoldModels.h"

#include "PromoteLocals.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace raceward {

namespace {

bool foldValues(llvm::Function &function) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  bool changed = false;
  for (llvm::Instruction &each : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (modelledFunction(each).empty() || each.isTerminator() || llvm::isa<llvm::CallBase>(each))
      continue;
    if (llvm::Constant *value = llvm::ConstantFoldInstruction(&each, layout)) {
      each.replaceAllUsesWith(value);
      each.eraseFromParent();
      changed = true;
    }
  }
  return changed;
}

} // namespace

void foldModels(llvm::Function &function) {
  while (foldValues(function))
    removeUnreachable(function);
}

} // namespace raceward
