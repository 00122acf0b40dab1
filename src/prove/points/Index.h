// Index: the range of a number that is used as an index, if the code bounds it.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Dominators.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace llvm {
class DataLayout;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace raceward::points {

struct IndexRange {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
};

class IndexRanges {
public:
  explicit IndexRanges(const llvm::DataLayout &layout) : layout_(layout) {}

  /// The range of the index where `user` uses it. Overflow wraps around.
  std::optional<IndexRange> rangeOf(const llvm::Value &index, const llvm::Instruction &user);

private:
  std::optional<IndexRange> countedBy(const llvm::Value &number, bool isUnsigned,
                                      const llvm::Instruction &user);
  const llvm::DominatorTree &dominatorsOf(const llvm::Function &function);

  const llvm::DataLayout &layout_;
  /// The last function queried: queries come function by function.
  const llvm::Function *function_ = nullptr;
  std::unique_ptr<llvm::DominatorTree> dominators_;
};

} // namespace raceward::points
