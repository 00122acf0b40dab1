#include "AtomicCalls.h"

#include "raceward_control.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

namespace raceward {

std::optional<AtomicCall> atomicCallOf(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return std::nullopt;
  llvm::StringRef name = callee->getName();
  if (!name.consume_front("__atomic_"))
    return std::nullopt;

  AtomicCall found;
  std::uint64_t bytes = 0;
  const std::size_t underscore = name.rfind('_');
  const bool inMemory =
      underscore == llvm::StringRef::npos || name.substr(underscore + 1).getAsInteger(10, bytes);
  if (!inMemory)
    name = name.take_front(underscore);
  // The arguments after the object, if the values are in memory.
  const unsigned first = inMemory ? 1 : 0;
  unsigned count = 0;
  if (name == "load") {
    found.kind = AtomicCallKind::Read;
    if (inMemory)
      found.result = 2;
    found.order = inMemory ? 3 : 1;
    count = found.order + 1;
  } else if (name == "store") {
    found.kind = AtomicCallKind::Write;
    if (inMemory)
      found.taken = 2;
    found.order = first + 2;
    count = found.order + 1;
  } else if (name == "compare_exchange") {
    found.kind = AtomicCallKind::Compare;
    found.expected = first + 1;
    if (inMemory)
      found.taken = 3;
    found.order = first + 3;
    found.failureOrder = first + 4;
    count = found.failureOrder + 1;
  } else if (name == "exchange" && inMemory) {
    found.kind = AtomicCallKind::Update;
    found.taken = 2;
    found.result = 3;
    found.order = 4;
    count = 5;
  } else if (!inMemory &&
             (name == "exchange" || name.starts_with("fetch_") || name.ends_with("_fetch"))) {
    found.kind = AtomicCallKind::Update;
    found.order = 2;
    count = 3;
  } else {
    return std::nullopt;
  }
  found.object = first;
  if (call.arg_size() != count || !call.getArgOperand(found.object)->getType()->isPointerTy())
    return std::nullopt;
  found.bytes = inMemory ? call.getArgOperand(0)
                         : llvm::ConstantInt::get(llvm::Type::getInt64Ty(call.getContext()), bytes);
  return found;
}

llvm::Value *hookOrderOf(llvm::IRBuilder<> &at, llvm::Value *order) {
  static_assert(RW_RELAXED == 1 && RW_SEQ_CST == 6, "the orders of C, one higher");
  return at.CreateAdd(at.CreateZExtOrTrunc(order, at.getInt32Ty()), at.getInt32(RW_RELAXED));
}

} // namespace raceward
