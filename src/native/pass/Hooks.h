// Inserts calls of the runtime's hooks (raceward_control.h).
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/AtomicOrdering.h>

#include <cstdint>

namespace raceward {

/// enum rw_order of a constant order.
std::uint32_t hookOrder(llvm::AtomicOrdering ordering);

class Hooks {
public:
  explicit Hooks(llvm::Module &module) : module_(module) {}

  /// `bytes` may be any integer type in all of these.
  void read(llvm::IRBuilder<> &at, llvm::Value *address, llvm::Value *bytes, llvm::Constant *site);
  void write(llvm::IRBuilder<> &at, llvm::Value *address, llvm::Value *bytes, llvm::Constant *site);
  void copy(llvm::IRBuilder<> &at, llvm::Value *to, llvm::Value *from, llvm::Value *bytes,
            llvm::Constant *site);
  void set(llvm::IRBuilder<> &at, llvm::Value *to, llvm::Value *bytes, llvm::Constant *site);
  /// `what`: "read", "write" or "update"; `order`: enum rw_order.
  void atomic(llvm::IRBuilder<> &at, llvm::StringRef what, llvm::Value *address, llvm::Value *bytes,
              llvm::Value *order, llvm::Constant *site);
  void compare(llvm::IRBuilder<> &at, llvm::Value *address, llvm::Value *bytes,
               llvm::Value *success, llvm::Value *failure, llvm::Constant *site);
  void compared(llvm::IRBuilder<> &at, llvm::Value *succeeded);
  void fence(llvm::IRBuilder<> &at, llvm::AtomicOrdering order, llvm::Constant *site);
  /// Before a call that may lead to code without hooks, and before inline assembly.
  void unseenCall(llvm::IRBuilder<> &at, llvm::Value *function, llvm::Constant *site);
  void assembly(llvm::IRBuilder<> &at, llvm::Constant *site);

private:
  void call(llvm::IRBuilder<> &at, const llvm::Twine &name,
            llvm::ArrayRef<llvm::Value *> arguments);

  llvm::Module &module_;
};

} // namespace raceward
