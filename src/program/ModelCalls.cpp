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

/// `int f();` says nothing about parameters. It says int, where that was not looked up.
bool hasNoPrototype(const llvm::Function &declared, const llvm::FunctionType &type) {
  const llvm::Type *result = declared.getReturnType();
  const bool isNarrowed =
      result->isIntegerTy() && type.getReturnType()->isIntegerTy() &&
      result->getIntegerBitWidth() <= type.getReturnType()->getIntegerBitWidth();
  return declared.isVarArg() && declared.arg_empty() && !type.isVarArg() &&
         (result == type.getReturnType() || isNarrowed);
}

/// A literal is an int, whatever the function takes.
bool isCalledAs(const llvm::CallInst &call, const llvm::FunctionType &type) {
  return std::equal(call.arg_begin(), call.arg_end(), type.param_begin(), type.param_end(),
                    [](const llvm::Use &given, const llvm::Type *wanted) {
                      const llvm::Type *actual = given->getType();
                      return actual == wanted ||
                             (actual->isIntegerTy() && wanted->isIntegerTy() &&
                              actual->getIntegerBitWidth() < wanted->getIntegerBitWidth());
                    });
}

/// The argument as the wanted type; null if that is not known.
llvm::Value *converted(llvm::IRBuilder<> &builder, llvm::Value *given, llvm::Type *wanted) {
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

void replaceCall(llvm::CallInst &call, llvm::Function &callee,
                 llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::IRBuilder<> builder(&call);
  llvm::CallInst *changed = builder.CreateCall(&callee, arguments);
  changed->copyMetadata(call);
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(call.getType()->isIntegerTy()
                                ? builder.CreateTruncOrBitCast(changed, call.getType())
                                : changed);
  call.eraseFromParent();
}

/// Arguments that are not given are zero.
void callWith(llvm::CallInst &call, llvm::Function &callee) {
  const std::size_t parameters = callee.arg_size();
  llvm::IRBuilder<> builder(&call);
  std::vector<llvm::Value *> arguments;
  for (std::size_t i = 0; i < parameters; ++i) {
    llvm::Type *wanted = callee.getFunctionType()->getParamType(static_cast<unsigned>(i));
    llvm::Value *value = i < call.arg_size() ? converted(builder, call.getArgOperand(i), wanted)
                                             : llvm::Constant::getNullValue(wanted);
    if (!value)
      return;
    arguments.push_back(value);
  }
  replaceCall(call, callee, arguments);
}

/// Calls of a function without a prototype that have the arguments of this type become calls of a
/// function of this type. Others stay without a model.
void giveType(llvm::Function &declared, llvm::FunctionType &type) {
  llvm::Function *typed =
      llvm::Function::Create(&type, llvm::GlobalValue::ExternalLinkage, "", *declared.getParent());
  typed->takeName(&declared);
  declared.setName(typed->getName() + "()");
  for (llvm::Use &use : llvm::make_early_inc_range(declared.uses()))
    if (llvm::CallInst *call = directCall(use); call && isCalledAs(*call, type))
      callWith(*call, *typed);
  if (declared.use_empty())
    declared.eraseFromParent();
}

/// What an earlier version of the library declared is what the program uses.
bool useEarlier(llvm::Function &declared, const llvm::Function &model,
                const llvm::Module &library) {
  const llvm::Function *earlier = library.getFunction((kEarlierPrefix + model.getName()).str());
  llvm::Module &program = *declared.getParent();
  if (!earlier || earlier->getFunctionType() != declared.getFunctionType() ||
      program.getNamedValue(earlier->getName()))
    return false;
  declared.replaceAllUsesWith(llvm::Function::Create(
      earlier->getFunctionType(), llvm::GlobalValue::ExternalLinkage, earlier->getName(), program));
  declared.eraseFromParent();
  return true;
}

} // namespace

bool agreeWithModel(llvm::Function &declared, const llvm::Function &model,
                    const llvm::Module &library) {
  llvm::FunctionType &type = *model.getFunctionType();
  if (hasNoPrototype(declared, type)) {
    giveType(declared, type);
    return true;
  }
  if (declared.getFunctionType() != &type)
    return useEarlier(declared, model, library);
  const llvm::Function *fixed = library.getFunction((kFixedPrefix + model.getName()).str());
  llvm::Module &program = *declared.getParent();
  if (!fixed || !type.isVarArg() || program.getNamedValue(fixed->getName()))
    return true;
  llvm::Function *target = llvm::Function::Create(
      fixed->getFunctionType(), llvm::GlobalValue::ExternalLinkage, fixed->getName(), program);
  for (llvm::Use &use : llvm::make_early_inc_range(declared.uses()))
    if (llvm::CallInst *call = directCall(use))
      callWith(*call, *target);
  return true;
}

} // namespace raceward
