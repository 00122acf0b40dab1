// HandleCounts: creations whose handles are stored one after the other, and counted. Private to
// prove.
//
//   while (n < wanted) {                            for (i = 0; i < n; i++)
//     if (pthread_create(&threads[n], ...) != 0)      pthread_join(threads[i], NULL);
//       break;
//     n++;
//   }
//
// A loop that joins as many threads as were counted joins all of them, whatever `wanted` was and
// whichever creation failed. The count is the index, another variable of the frame, or a place in
// memory such as `pool->threads`, that a function elsewhere reads. Such a place steps as the index
// does, or is written once: what the index was compared with, before the loop or after it, or how
// far the index has come, after it.
//
// Invariant: at the end of the loop (or, for a count in memory, whenever another function runs) the
// handle of each thread that was started lies in an element whose index is below the count. So a
// successful creation is followed by a step of the count, on every path; the index, where it is not
// the count itself, steps once in a round, in which the count steps as well, and starts at zero;
// and the count is never negative and never steps back (Handles.cpp sees to that). Creations that
// fail start nothing. Numbers are taken not to wrap around: that takes 2^31 threads that were not
// joined.
#pragma once

#include "CountedLoops.h"
#include "raceward/prove/Calls.h"

#include <optional>
#include <set>
#include <utility>

namespace raceward {

using CfgEdge = std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>;

/// Where one creation stores its handles.
struct CountedHandles {
  const llvm::CallBase *creation = nullptr;
  Elements elements;
  unsigned indexBits = 0;
  const llvm::Loop *loop = nullptr; ///< around the creation, unless the index is read from memory
  const llvm::PHINode *index = nullptr; ///< of that loop
  std::set<CfgEdge> afterSuccess;       ///< that a round takes after it started a thread
  std::optional<FixedPlace> count;      ///< in memory
  std::uint64_t countBytes = 0;
  const llvm::Value *countPointer = nullptr;    ///< one pointer to it
  std::set<const llvm::Instruction *> written;  ///< stores of the whole number, if it does not step
  bool isOnlyWritten = false;                   ///< nothing else may write it, at any time
  std::optional<llvm::CmpInst::Predicate> stay; ///< by which the index was compared with the number

  /// Goes by the index alone.
  void forgetWritten() {
    count.reset();
    written.clear();
    isOnlyWritten = false;
    stay.reset();
  }
};

/// Whether the variable holds a number there at first, which is not negative.
bool holdsNumber(const llvm::GlobalVariable &variable, std::int64_t offset, std::uint64_t bytes);
/// Whether a count is not negative after a write `to` a place, if it was not before.
bool setsToNumber(const llvm::Instruction &write, const FixedPlace &to, const FixedPlace &count,
                  std::uint64_t bytes);

class HandleCounts {
public:
  HandleCounts(const Program &program, const SinglePlaces &places, const Calls &calls,
               const FunctionLoops &loops)
      : program_(program), places_(places), calls_(calls), loops_(loops) {}

  [[nodiscard]] std::optional<CountedHandles> find(InstructionRef at,
                                                   const llvm::CallBase &creation) const;
  /// Whether a loop over these elements visits every handle. `isInOneFunction`: it is in the
  /// function of the creation.
  [[nodiscard]] bool covers(const Slots &all, const CountedHandles &some,
                            bool isInOneFunction) const;
  /// Whether the second creation stores its handles above those of the first.
  [[nodiscard]] bool isContinuedBy(const CountedHandles &first, const CountedHandles &second) const;
  /// `++count`, by one thread.
  [[nodiscard]] std::optional<FixedPlace> steppedBy(const llvm::Instruction &store) const;

private:
  [[nodiscard]] bool inLoop(const llvm::CallBase &creation, CountedHandles &handles) const;
  bool findCountBeside(InstructionRef at, const llvm::CallBase &creation,
                       CountedHandles &handles) const;
  bool findWrittenCount(InstructionRef at, const llvm::CallBase &creation,
                        CountedHandles &handles) const;
  /// On every path on which the creation succeeds, the place is written, by one of these, before
  /// other code of the program could read it.
  [[nodiscard]] bool isWrittenAfter(InstructionRef at, const llvm::CallBase &creation,
                                    const std::set<const llvm::Instruction *> &stores) const;
  template <typename IsDone>
  [[nodiscard]] bool isDoneAfterSuccess(InstructionRef at, const llvm::CallBase &creation,
                                        bool againToo, IsDone isDone) const;
  [[nodiscard]] bool stepsAfterSuccess(InstructionRef at, const llvm::CallBase &creation,
                                       const FixedPlace &count) const;
  [[nodiscard]] bool isQuiet(InstructionRef at) const;
  [[nodiscard]] bool isAbove(const llvm::Value &value, CfgEdge edge, const llvm::PHINode &count,
                             const CountedHandles &handles) const;
  [[nodiscard]] bool stepsWith(const llvm::PHINode &count, const CountedHandles &handles) const;
  [[nodiscard]] bool isFinalCount(const llvm::Value &bound, const llvm::BasicBlock &needed,
                                  const CountedHandles &handles,
                                  std::set<const llvm::Value *> &seen) const;

  const Program &program_;
  const SinglePlaces &places_;
  const Calls &calls_;
  const FunctionLoops &loops_; ///< of the function of the creation
};

} // namespace raceward
