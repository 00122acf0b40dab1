#include "PosixStates.h"

#include "LibraryModels.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace raceward {

namespace {

constexpr llvm::StringLiteral kMark = "raceward.posix";

/// The function after its state: what a pointer to it then points to.
llvm::Function &wrapped(llvm::Function &function, llvm::FunctionCallee state) {
  llvm::Module &module = *function.getParent();
  llvm::Function *wrapper =
      llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                             "posix." + function.getName(), module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", wrapper));
  builder.CreateCall(state);
  std::vector<llvm::Value *> arguments;
  for (llvm::Argument &argument : wrapper->args())
    arguments.push_back(&argument);
  llvm::CallInst *call = builder.CreateCall(&function, arguments);
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return *wrapper;
}

void show(llvm::Function &function, const std::string &model) {
  llvm::Module &module = *function.getParent();
  llvm::FunctionCallee state =
      module.getOrInsertFunction(model, llvm::Type::getVoidTy(module.getContext()));
  std::vector<llvm::CallBase *> calls;
  bool isTaken = false;
  for (llvm::Use &use : function.uses()) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (call && call->isCallee(&use))
      calls.push_back(call);
    else
      isTaken = true;
  }
  for (llvm::CallBase *call : calls)
    llvm::IRBuilder<>(call).CreateCall(state);
  if (!isTaken || function.isVarArg())
    return;
  llvm::Function &wrapper = wrapped(function, state);
  function.replaceUsesWithIf(&wrapper, [&](llvm::Use &use) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  });
}

} // namespace

bool isSharedByPosix(std::string_view function) {
  return modelFileOf((kPosixPrefix + llvm::StringRef(function)).str()) != nullptr;
}

bool showsPosixStates(const llvm::Module &program) {
  return program.getNamedMetadata(kMark) != nullptr;
}

void showPosixStates(llvm::Module &module) {
  module.getOrInsertNamedMetadata(kMark);
  std::vector<std::pair<llvm::Function *, std::string>> found;
  for (llvm::Function &function : module) {
    const std::string model = (kPosixPrefix + function.getName()).str();
    if (function.isDeclaration() && !function.use_empty() && modelFileOf(model))
      found.emplace_back(&function, model);
  }
  for (const auto &[function, model] : found)
    show(*function, model);
}

} // namespace raceward
