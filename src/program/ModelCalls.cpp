#include "ModelCalls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <vector>

namespace raceward {

namespace {

llvm::CallInst *directCall(const llvm::Use &use) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
  return call && call->isCallee(&use) ? call : nullptr;
}

/// `int f();` says nothing about parameters: then the calls do.
bool isCalledAs(const llvm::Function &declared, const llvm::FunctionType &type) {
  if (!declared.isVarArg() || declared.arg_size() > 0 || type.isVarArg() ||
      declared.getReturnType() != type.getReturnType())
    return false;
  return llvm::all_of(declared.uses(), [&](const llvm::Use &use) {
    const llvm::CallInst *call = directCall(use);
    return call && std::equal(call->arg_begin(), call->arg_end(), type.param_begin(),
                              type.param_end(), [](const llvm::Use &given, llvm::Type *wanted) {
                                return given->getType() == wanted;
                              });
  });
}

void replaceCall(llvm::CallInst &call, llvm::Function &callee,
                 llvm::ArrayRef<llvm::Value *> arguments) {
  auto *changed = llvm::CallInst::Create(&callee, arguments, "", call.getIterator());
  changed->copyMetadata(call);
  call.replaceAllUsesWith(changed);
  call.eraseFromParent();
}

/// Gives a function without a prototype, and its calls, this type.
void giveType(llvm::Function &declared, llvm::FunctionType &type) {
  llvm::Function *typed =
      llvm::Function::Create(&type, llvm::GlobalValue::ExternalLinkage, "", *declared.getParent());
  typed->takeName(&declared);
  for (llvm::Use &use : llvm::make_early_inc_range(declared.uses())) {
    llvm::CallInst &call = *directCall(use);
    replaceCall(call, *typed, std::vector<llvm::Value *>(call.arg_begin(), call.arg_end()));
  }
  declared.eraseFromParent();
}

/// What va_arg() of the wanted type gives; null if that is not known.
llvm::Value *asVariable(llvm::IRBuilder<> &builder, llvm::Value *given, llvm::Type *wanted) {
  llvm::Type *type = given->getType();
  if (type == wanted)
    return given;
  if (type->isPointerTy() && wanted->isIntegerTy())
    return builder.CreatePtrToInt(given, wanted);
  if (!type->isIntegerTy())
    return nullptr;
  if (wanted->isPointerTy())
    return builder.CreateIntToPtr(given, wanted);
  return wanted->isIntegerTy() ? builder.CreateSExtOrTrunc(given, wanted) : nullptr;
}

void callFixed(llvm::CallInst &call, llvm::Function &fixed) {
  const std::size_t parameters = fixed.arg_size();
  llvm::IRBuilder<> builder(&call);
  std::vector<llvm::Value *> arguments;
  for (std::size_t i = 0; i < parameters; ++i) {
    llvm::Type *wanted = fixed.getFunctionType()->getParamType(static_cast<unsigned>(i));
    llvm::Value *value = i < call.arg_size() ? asVariable(builder, call.getArgOperand(i), wanted)
                                             : llvm::Constant::getNullValue(wanted);
    if (!value)
      return;
    arguments.push_back(value);
  }
  replaceCall(call, fixed, arguments);
}

} // namespace

bool agreeWithModel(llvm::Function &declared, const llvm::Function &model,
                    const llvm::Module &library) {
  llvm::FunctionType &type = *model.getFunctionType();
  if (isCalledAs(declared, type)) {
    giveType(declared, type);
    return true;
  }
  if (declared.getFunctionType() != &type)
    return false;
  const llvm::Function *fixed = library.getFunction((kFixedPrefix + model.getName()).str());
  if (!fixed || !type.isVarArg())
    return true;
  llvm::Module &program = *declared.getParent();
  auto *target = llvm::cast<llvm::Function>(
      program.getOrInsertFunction(fixed->getName(), fixed->getFunctionType()).getCallee());
  for (llvm::Use &use : llvm::make_early_inc_range(declared.uses()))
    if (llvm::CallInst *call = directCall(use))
      callFixed(*call, *target);
  return true;
}

} // namespace raceward
