// Atomic operations that clang leaves to a library: __atomic_load(size, object, result, order) and
// its family, with the size as an argument or in the name.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <optional>

namespace raceward {

enum class AtomicCallKind : std::uint8_t { Read, Write, Update, Compare };

struct AtomicCall {
  AtomicCallKind kind = AtomicCallKind::Read;
  unsigned object = 0; ///< index of its argument; likewise below
  llvm::Value *bytes = nullptr;
  unsigned order = 0;
  unsigned failureOrder = 0; ///< of a compare-and-swap
  /// Plain values in memory that are read and written, if any.
  std::optional<unsigned> taken;
  std::optional<unsigned> expected; ///< read, and written if the values differ
  std::optional<unsigned> result;
};

/// Nothing for other calls.
std::optional<AtomicCall> atomicCallOf(const llvm::CallBase &call);

/// enum rw_order from a value of C's memory_order.
llvm::Value *hookOrderOf(llvm::IRBuilder<> &at, llvm::Value *order);

} // namespace raceward
