#include "Hooks.h"

#include "raceward_control.h"

namespace raceward {

std::uint32_t hookOrder(llvm::AtomicOrdering ordering) {
  switch (ordering) {
  case llvm::AtomicOrdering::NotAtomic:
  case llvm::AtomicOrdering::Unordered:
  case llvm::AtomicOrdering::Monotonic:
    return RW_RELAXED;
  case llvm::AtomicOrdering::Acquire:
    return RW_ACQUIRE;
  case llvm::AtomicOrdering::Release:
    return RW_RELEASE;
  case llvm::AtomicOrdering::AcquireRelease:
    return RW_ACQ_REL;
  case llvm::AtomicOrdering::SequentiallyConsistent:
    return RW_SEQ_CST;
  }
  return RW_RELAXED;
}

void Hooks::call(llvm::IRBuilder<> &at, const llvm::Twine &name,
                 llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 6> types;
  for (const llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  llvm::FunctionCallee hook = module_.getOrInsertFunction(
      ("__raceward_" + name).str(), llvm::FunctionType::get(at.getVoidTy(), types, false));
  if (auto *function = llvm::dyn_cast<llvm::Function>(hook.getCallee())) {
    function->addFnAttr(llvm::Attribute::NoUnwind);
    for (llvm::Argument &argument : function->args())
      if (argument.getType()->isPointerTy())
        argument.addAttr(llvm::Attribute::NoCapture);
  }
  at.CreateCall(hook, arguments);
}

void Hooks::read(llvm::IRBuilder<> &at, llvm::Value *address, llvm::Value *bytes,
                 llvm::Constant *site) {
  call(at, "read", {address, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()), site});
}

void Hooks::write(llvm::IRBuilder<> &at, llvm::Value *address, llvm::Value *bytes,
                  llvm::Constant *site) {
  call(at, "write", {address, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()), site});
}

void Hooks::copy(llvm::IRBuilder<> &at, llvm::Value *to, llvm::Value *from, llvm::Value *bytes,
                 llvm::Constant *site) {
  call(at, "copy", {to, from, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()), site});
}

void Hooks::set(llvm::IRBuilder<> &at, llvm::Value *to, llvm::Value *bytes, llvm::Constant *site) {
  call(at, "set", {to, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()), site});
}

void Hooks::atomic(llvm::IRBuilder<> &at, llvm::StringRef what, llvm::Value *address,
                   llvm::Value *bytes, llvm::Value *order, llvm::Constant *site) {
  call(at, "atomic_" + what, {address, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()), order, site});
}

void Hooks::compare(llvm::IRBuilder<> &at, llvm::Value *address, llvm::Value *bytes,
                    llvm::Value *success, llvm::Value *failure, llvm::Constant *site) {
  call(at, "compare",
       {address, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()), success, failure, site});
}

void Hooks::compared(llvm::IRBuilder<> &at, llvm::Value *succeeded) {
  call(at, "compared", {at.CreateZExtOrTrunc(succeeded, at.getInt32Ty())});
}

void Hooks::fence(llvm::IRBuilder<> &at, llvm::AtomicOrdering order, llvm::Constant *site) {
  call(at, "fence", {at.getInt32(hookOrder(order)), site});
}

void Hooks::unseenCall(llvm::IRBuilder<> &at, llvm::Value *function, llvm::Constant *site) {
  call(at, "call", {function, site});
}

void Hooks::assembly(llvm::IRBuilder<> &at, llvm::Constant *site) {
  call(at, "assembly", {site});
}

} // namespace raceward
