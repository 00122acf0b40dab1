// Wrappers: functions that return memory which they allocated in the same call.
//
// Their memory is named by the call of the wrapper and not only by the allocation in it, so that
// two lists whose nodes come from one new_node() are distinguished. That is sound for functions
// whose every result is, without a detour through memory, the result of an allocation (or of
// another wrapper) during this very call, or null.
#pragma once

#include "raceward/program/Program.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace llvm {
class CallBase;
} // namespace llvm

namespace raceward::points {

class Wrappers {
public:
  explicit Wrappers(const Program &program);

  [[nodiscard]] bool isWrapper(const llvm::Function &function) const {
    return sources_.contains(&function);
  }
  /// The calls whose results the wrapper returns: allocations, and calls of wrappers.
  [[nodiscard]] const std::vector<const llvm::CallBase *> &
  sourcesOf(const llvm::Function &function) const {
    return sources_.find(&function)->second;
  }
  /// One call of malloc() or a relative, that gives one block.
  [[nodiscard]] static bool isAllocation(const llvm::CallBase &call);
  /// No call of the wrapper allocates a second block that it might return.
  [[nodiscard]] bool allocatesOnce(const llvm::Function &wrapper) const;

private:
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::CallBase *>> sources_;
};

} // namespace raceward::points
