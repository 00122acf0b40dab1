// CountedLoops: loops that visit the elements of an array, one by one. Private to prove.
//
// Two loops over the same slots (same start, step, condition, bound and array) touch the same
// elements, whatever the bound is, as long as the values involved do not change from the first loop
// to the end of the second. That is not checked here; a StableValue names the value that must not
// change.
#pragma once

#include "SinglePlaces.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include <memory>
#include <optional>
#include <vector>

namespace raceward {

/// A value that a loop does not recompute: a constant, an argument, the result of an instruction
/// outside, or the content of a variable that is read in the loop.
struct StableValue {
  enum class Kind : std::uint8_t { Constant, Value, Variable };
  Kind kind = Kind::Constant;
  const llvm::Value *value = nullptr; ///< Constant, Value; null for a plain number
  std::uint64_t number = 0;           ///< Constant, without a value
  FixedPlace variable;                ///< Variable
  std::uint64_t variableBytes = 0;
  std::vector<const llvm::Value *> reads; ///< Variable: the loads; not compared
  std::vector<std::pair<unsigned, const llvm::Type *>> casts;

  bool operator==(const StableValue &other) const {
    return kind == other.kind && value == other.value && number == other.number &&
           variable == other.variable && variableBytes == other.variableBytes &&
           casts == other.casts;
  }
};

struct CountedLoop {
  const llvm::Loop *loop = nullptr;
  const llvm::PHINode *index = nullptr; ///< an integer, or a pointer that walks
  llvm::APInt start;                    ///< zero if `from` is set
  const llvm::Value *from = nullptr;    ///< where it starts, if that is not a constant
  llvm::APInt step;
  llvm::CmpInst::Predicate stay = llvm::CmpInst::ICMP_EQ;          ///< compares index and bound
  std::vector<std::pair<unsigned, const llvm::Type *>> indexCasts; ///< before it is compared
  StableValue bound;
  const llvm::BasicBlock *after = nullptr; ///< successor of the header at the end of the loop
};

/// Where the elements of an array are that are found by an index.
struct Elements {
  StableValue array;
  std::int64_t offset = 0;
  std::int64_t stride = 0;
  std::vector<std::pair<unsigned, const llvm::Type *>> casts; ///< casts of the index

  bool operator==(const Elements &) const = default;
};

/// The elements of an array that the iterations of a loop use: one per iteration.
struct Slots : Elements {
  CountedLoop loop;
};

/// True if the second loop only uses elements that the first visits.
bool covers(const Slots &all, const Slots &some);
/// Offsets of the elements from the start of the array, if they are few and fixed.
std::vector<std::int64_t> fixedElements(const Slots &slots);

/// A pointer as a base plus a constant plus multiples of numbers.
struct LinearPointer {
  const llvm::Value *base = nullptr;
  std::int64_t offset = 0;
  std::vector<std::pair<const llvm::Value *, std::int64_t>> terms;
};
std::optional<LinearPointer> linearPointer(const Program &program, const llvm::Value &pointer);

/// Whether the block can be executed again without passing the header: in a cycle that is not a
/// natural loop.
bool repeatsInIteration(const llvm::Loop &loop, const llvm::BasicBlock &block);

/// The loops of one function.
class FunctionLoops {
public:
  FunctionLoops(const Program &program, const SinglePlaces &places, const llvm::Function &function);

  /// The elements behind `pointer` that `user` accesses, if it is executed at most once per
  /// iteration.
  [[nodiscard]] std::optional<Slots> slotsOf(const llvm::Instruction &user,
                                             const llvm::Value &pointer) const;
  /// The element behind `pointer`, and its index before the casts.
  [[nodiscard]] std::optional<std::pair<Elements, const llvm::Value *>>
  elementAt(const llvm::Instruction &user, const llvm::Value &pointer) const;
  [[nodiscard]] const llvm::Loop *loopAround(const llvm::BasicBlock &block) const {
    return loops_.getLoopFor(&block);
  }
  [[nodiscard]] bool dominates(const llvm::Instruction &first,
                               const llvm::Instruction &second) const {
    return dominators_.dominates(&first, &second);
  }
  /// True if every complete iteration of its innermost loop executes the instruction.
  [[nodiscard]] bool inEveryIteration(const llvm::Instruction &instruction) const;

private:
  [[nodiscard]] std::optional<Slots> walked(const llvm::Loop &loop,
                                            const LinearPointer &pointer) const;
  [[nodiscard]] std::optional<CountedLoop> counted(const llvm::Loop &loop) const;
  [[nodiscard]] std::optional<StableValue> stable(const llvm::Value &value,
                                                  const llvm::Loop *loop) const;

  const Program &program_;
  const SinglePlaces &places_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

} // namespace raceward
