#include "PointerResults.h"

#include "raceward/program/Effects.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace raceward {

namespace {

bool givesPointer(const llvm::Function &declared) {
  const LibraryFunction *row = findLibraryFunction(declared.getName().str());
  return row != nullptr &&
         (row->returns == ReturnEffect::FreshMemory ||
          row->returns == ReturnEffect::FreshOrArgument || row->returns == ReturnEffect::Argument);
}

/// The type that all calls agree on, with a pointer as result; null if they do not, or if the
/// function is used otherwise.
llvm::FunctionType *typeOfCalls(const llvm::Function &declared) {
  llvm::FunctionType *type = nullptr;
  for (const llvm::Use &use : declared.uses()) {
    const auto *call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    if (call == nullptr || !call->isCallee(&use))
      return nullptr;
    std::vector<llvm::Type *> parameters;
    for (const llvm::Use &argument : call->args())
      parameters.push_back(argument->getType());
    auto *const called = llvm::FunctionType::get(
        llvm::PointerType::getUnqual(declared.getContext()), parameters, /*isVarArg=*/false);
    if (type != nullptr && type != called)
      return nullptr;
    type = called;
  }
  return type;
}

void callAs(llvm::Function &declared, llvm::FunctionType &type) {
  llvm::Function *typed =
      llvm::Function::Create(&type, llvm::GlobalValue::ExternalLinkage, "", *declared.getParent());
  typed->takeName(&declared);
  for (llvm::User *user : llvm::make_early_inc_range(declared.users())) {
    auto *call = llvm::cast<llvm::CallInst>(user);
    llvm::IRBuilder<> builder(call);
    const std::vector<llvm::Value *> arguments(call->arg_begin(), call->arg_end());
    llvm::CallInst *changed = builder.CreateCall(typed, arguments);
    changed->copyMetadata(*call);
    call->replaceAllUsesWith(builder.CreatePtrToInt(changed, call->getType()));
    call->eraseFromParent();
  }
  declared.eraseFromParent();
}

} // namespace

void givePointerResults(llvm::Module &module) {
  const unsigned pointerBits = module.getDataLayout().getPointerSizeInBits();
  for (llvm::Function &declared : llvm::make_early_inc_range(module)) {
    if (!declared.isDeclaration() || !declared.isVarArg() || !declared.arg_empty() ||
        !declared.getReturnType()->isIntegerTy(pointerBits) || !givesPointer(declared))
      continue;
    if (llvm::FunctionType *type = typeOfCalls(declared))
      callAs(declared, *type);
  }
}

} // namespace raceward
