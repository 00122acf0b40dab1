#include "PrivateMemory.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace raceward {

namespace {

const LibraryFunction *libraryBehind(const Program &program, const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  const Function *function = callee ? program.functionOf(callee) : nullptr;
  return function && !function->hasBody ? function->library : nullptr;
}

bool isFresh(const Program &program, const llvm::Value &root) {
  if (llvm::isa<llvm::AllocaInst>(root))
    return true;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&root);
  const LibraryFunction *library = call ? libraryBehind(program, *call) : nullptr;
  return library && library->returns == ReturnEffect::FreshMemory;
}

/// Whether the call does not leak the address passed here.
bool keepsToItself(const Program &program, const llvm::CallBase &call, const llvm::Use &use) {
  if (llvm::isa<llvm::LifetimeIntrinsic>(call) || llvm::isa<llvm::DbgInfoIntrinsic>(call) ||
      llvm::isa<llvm::MemSetInst>(call))
    return true;
  if (!call.isArgOperand(&use))
    return false;
  const LibraryFunction *library = libraryBehind(program, call);
  if (!library)
    return false;
  const unsigned argument = call.getArgOperandNo(&use);
  if (createsThread(library->sync))
    return argument == 0 || mutated(ProverMutation::PrivateHanded);
  return library->frees == argument && library->returns == ReturnEffect::Value;
}

} // namespace

bool isPrivateMemory(const Program &program, const llvm::Value &root) {
  if (!isFresh(program, root))
    return false;
  std::vector<const llvm::Value *> open{&root};
  while (!open.empty()) {
    const llvm::Value *pointer = open.back();
    open.pop_back();
    for (const llvm::Use &use : pointer->uses()) {
      const llvm::User *user = use.getUser();
      if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user))
        continue;
      if (llvm::isa<llvm::StoreInst>(user)) {
        if (use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex() &&
            !mutated(ProverMutation::PrivateStored))
          return false;
        continue;
      }
      if (llvm::isa<llvm::GetElementPtrInst>(user)) {
        if (use.getOperandNo() != llvm::GetElementPtrInst::getPointerOperandIndex())
          return false;
        open.push_back(user);
        continue;
      }
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call || (!keepsToItself(program, *call, use) && !mutated(ProverMutation::PrivatePassed)))
        return false;
    }
  }
  return true;
}

} // namespace raceward
