#include "raceward/program/LibraryPointers.h"

#include "raceward/program/LibraryModels.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>

#include <map>
#include <vector>

namespace raceward {

namespace {

constexpr const char *kAskedMetadata = "raceward.asked";
/// More of them at one call: the pointer says too little, and the program would grow.
constexpr std::size_t kMostAsked = 16;

using ByType = std::map<const llvm::FunctionType *, std::vector<llvm::Function *>>;

/// Library functions whose address is used, by their type.
ByType takenFunctions(llvm::Module &module) {
  ByType taken;
  for (llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && function.hasAddressTaken() &&
        !function.hasFnAttribute(llvm::Attribute::ReturnsTwice) &&
        findEffects(function.getName().str()))
      taken[function.getFunctionType()].push_back(&function);
  return taken;
}

void askFor(llvm::CallInst &call, const std::vector<llvm::Function *> &functions) {
  std::vector<llvm::Metadata *> asked;
  for (llvm::Function *function : functions)
    if (llvm::isLegalToPromote(call, function)) {
      llvm::promoteCallWithIfThenElse(call, function);
      asked.push_back(llvm::MDString::get(call.getContext(), function->getName()));
    }
  call.setMetadata(kAskedMetadata, llvm::MDNode::get(call.getContext(), asked));
}

} // namespace

void askForLibraryFunctions(llvm::Module &module) {
  const ByType taken = takenFunctions(module);
  if (taken.empty())
    return;
  std::vector<llvm::CallInst *> calls;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call && call->isIndirectCall() && !call->isMustTailCall())
        calls.push_back(call);
  for (llvm::CallInst *call : calls)
    if (const auto functions = taken.find(call->getFunctionType());
        functions != taken.end() && functions->second.size() <= kMostAsked)
      askFor(*call, functions->second);
}

bool wasAskedFor(const llvm::CallBase &call, const llvm::Function &function) {
  const llvm::MDNode *asked = call.getMetadata(kAskedMetadata);
  if (!asked)
    return false;
  for (const llvm::MDOperand &name : asked->operands())
    if (llvm::cast<llvm::MDString>(name)->getString() == function.getName())
      return true;
  return false;
}

} // namespace raceward
