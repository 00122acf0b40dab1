#include "MemoryCalls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace raceward {

namespace {

constexpr const char *kCallMetadata = "raceward.call";

enum class What : std::uint8_t { Copy, Move, Set };

/// Also if it is declared with other types, as by its first call without a declaration.
const llvm::Function *calleeOf(const llvm::CallInst &call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand());
}

std::optional<What> whatIs(const llvm::CallInst &call) {
  const llvm::Function *callee = calleeOf(call);
  if (!callee || !callee->isDeclaration() || call.arg_size() != 3 ||
      !call.getArgOperand(0)->getType()->isPointerTy() ||
      !call.getArgOperand(2)->getType()->isIntegerTy())
    return std::nullopt;
  const llvm::Type *second = call.getArgOperand(1)->getType();
  if (callee->getName() == "memset" && second->isIntegerTy())
    return What::Set;
  if (callee->getName() == "memcpy" && second->isPointerTy())
    return What::Copy;
  if (callee->getName() == "memmove" && second->isPointerTy())
    return What::Move;
  return std::nullopt;
}

void replace(llvm::CallInst &call, What what) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value *target = call.getArgOperand(0);
  llvm::Value *second = call.getArgOperand(1);
  llvm::Value *size = call.getArgOperand(2);
  llvm::CallInst *made = nullptr;
  switch (what) {
  case What::Copy:
    made = builder.CreateMemCpy(target, llvm::Align(1), second, llvm::Align(1), size);
    break;
  case What::Move:
    made = builder.CreateMemMove(target, llvm::Align(1), second, llvm::Align(1), size);
    break;
  case What::Set:
    made = builder.CreateMemSet(target, builder.CreateTrunc(second, builder.getInt8Ty()), size,
                                llvm::Align(1));
    break;
  }
  llvm::LLVMContext &context = call.getContext();
  const llvm::StringRef name = calleeOf(call)->getName();
  made->setMetadata(kCallMetadata, llvm::MDNode::get(context, llvm::MDString::get(context, name)));
  // An implicit declaration returns the target as an int.
  if (!call.use_empty())
    call.replaceAllUsesWith(
        call.getType()->isPointerTy() ? target : builder.CreatePtrToInt(target, call.getType()));
  call.eraseFromParent();
}

} // namespace

void unifyMemoryCalls(llvm::Module &module) {
  std::vector<std::pair<llvm::CallInst *, What>> calls;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (const std::optional<What> what = whatIs(*call))
          calls.emplace_back(call, *what);
  for (const auto &[call, what] : calls)
    replace(*call, what);
}

std::string calledMemoryFunction(const llvm::Instruction &instruction) {
  const llvm::MDNode *node = instruction.getMetadata(kCallMetadata);
  if (!node || node->getNumOperands() != 1)
    return {};
  const auto *name = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(0));
  return name ? name->getString().str() : std::string();
}

} // namespace raceward
