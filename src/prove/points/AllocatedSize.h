// AllocatedSize: how the memory is divided that a call allocates, as far as its size says so.
//
// `n * 24` bytes are elements of 24, `16 + n * 8` a head of 16 and elements of 8. Which words of an
// object share a cell is a matter of precision only, so that a wrong guess loses no flow; a number
// of bytes is said only where the size is a constant, since nothing lies beyond it.
#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class AllocaInst;
class CallBase;
class DataLayout;
class Value;
} // namespace llvm

namespace raceward::points {

struct AllocatedSize {
  std::optional<std::uint64_t> bytes; ///< the whole object
  std::uint64_t head = 0;             ///< bytes before the first element
  std::uint64_t element = 1;          ///< the size of each element; 1: not known
};

/// The calls that lead to an allocation, the innermost first: what an argument stands for.
struct CallPath {
  const llvm::CallBase *call = nullptr;
  const CallPath *outer = nullptr;
};

/// `allocation` is a call of a function of the library; `path` may be null.
AllocatedSize allocatedBy(const llvm::CallBase &allocation, const CallPath *path);
/// What holds for both.
AllocatedSize either(const AllocatedSize &a, const AllocatedSize &b);
/// A variable whose length is computed.
AllocatedSize allocatedBy(const llvm::AllocaInst &local, const llvm::DataLayout &layout);

} // namespace raceward::points
