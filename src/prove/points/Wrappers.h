// Wrappers: functions that return memory which they allocated in the same call, or an argument.
//
// Their memory is named by the call of the wrapper and not only by the allocation in it, so that
// two lists whose nodes come from one new_node() are distinguished. What they return besides is an
// argument of the very same call, and not of all of them. That is sound for functions whose every
// result is, without a detour through memory,
// - the result of an allocation (or of another wrapper) during this call, or an address at a
//   constant distance from it (a head before the data),
// - an argument, by itself or because realloc() left the memory where it was,
// - the result of a call through a pointer, which then is that of any call of the function,
// - or null.
#pragma once

#include "AllocatedSize.h"
#include "raceward/program/Program.h"

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class CallBase;
} // namespace llvm

namespace raceward::points {

class Wrappers {
public:
  explicit Wrappers(const Program &program);

  /// Where a result lies.
  struct Source {
    const llvm::CallBase *call = nullptr; ///< an allocation, or a call of a wrapper of one
    std::int64_t offset = 0;              ///< of the result, from that of the call
  };
  /// What a function returns.
  struct Results {
    std::vector<Source> sources;
    std::vector<unsigned> arguments; ///< sorted; the result may be one of these
    std::vector<unsigned> moved;     ///< sorted; what lies there may be moved to the new memory
    /// Results of calls through pointers (an allocator that the user gives): the result may be one
    /// of these, whatever call it is.
    std::vector<const llvm::CallBase *> others;
  };
  /// Null if the function may return anything else.
  [[nodiscard]] const Results *resultsOf(const llvm::Function &function) const {
    const auto known = results_.find(&function);
    return known == results_.end() ? nullptr : &known->second;
  }
  /// Whether it allocates what it returns.
  [[nodiscard]] bool isWrapper(const llvm::Function &function) const {
    const Results *results = resultsOf(function);
    return results && !results->sources.empty();
  }
  /// Where its results lie in what it allocates; where a block begins if it is no wrapper. Sorted.
  [[nodiscard]] std::vector<std::int64_t> offsetsOf(const llvm::Function &function) const;
  /// The size of the memory that a call allocates, itself or in the wrapper that it calls.
  [[nodiscard]] AllocatedSize allocatedIn(const llvm::CallBase &call, const CallPath *path) const;
  /// One call of malloc() or a relative, that gives one block.
  [[nodiscard]] static bool isAllocation(const llvm::CallBase &call);
  /// No call of the wrapper gives anything but one new block.
  [[nodiscard]] bool allocatesOnce(const llvm::Function &wrapper) const;

private:
  [[nodiscard]] std::optional<Results> findResults(const Program &program,
                                                   const llvm::Function &function) const;

  llvm::DenseMap<const llvm::Function *, Results> results_;
};

} // namespace raceward::points
