// LentMemory: local variables whose address is only ever lent to the functions that are called.
//
// `char text[100]; fill(text, sizeof text);` — the address goes down into calls and is gone when
// they return: it is in no memory, in no number and with no other thread. Only the thread that
// executes the function reaches such a variable, whatever points-to says about pointers that it
// cannot tell apart, and no pointer from nowhere is its address.
//
// Invariant: every use of the address is followed, and one that is not understood counts as one
// by which it leaves. Parameters are followed once for each function: what a function does with its
// parameter does not depend on its callers.
#pragma once

#include "raceward/program/Program.h"

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class AllocaInst;
class Argument;
class CallBase;
class Use;
class Value;
} // namespace llvm

namespace raceward::points {

class LentMemory {
public:
  explicit LentMemory(const Program &program);

  /// False if the address may come anywhere but into calls from the function of the variable.
  [[nodiscard]] bool isLent(const llvm::AllocaInst &local) const;

private:
  /// What becomes of an address.
  struct Fate {
    bool leaves = false;     ///< it may be stored, become a number, or be kept
    bool isReturned = false; ///< the result of the function may be made of it
    bool operator==(const Fate &) const = default;
  };
  class Uses;
  [[nodiscard]] Fate fateOf(const llvm::Value &root) const;

  const Program &program_;
  /// What is not there has not left so far: the least fixed point.
  llvm::DenseMap<const llvm::Argument *, Fate> parameters_;
};

} // namespace raceward::points
