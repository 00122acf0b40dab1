// Which integer values may carry a pointer. Private to prove.
#pragma once

#include "raceward/program/Program.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Value.h>

namespace raceward {

/// Integers that come from ptrtoint or go into inttoptr, through arithmetic, phi nodes,
/// parameters and results, and integers that are copied from memory to memory where C
/// allows that to move the bytes of a pointer: as characters, or through a union with a
/// pointer in it. Everything else that moves a pointer as an integer breaks C's rules on
/// effective types (docs/assumptions.md).
class IntegerPointers {
public:
  explicit IntegerPointers(const Program &program);
  [[nodiscard]] bool mayCarry(const llvm::Value &value) const;

private:
  void add(const llvm::Value *value);
  void addCopies(const llvm::Function &function, unsigned copiedBits);
  void spreadForward(const llvm::Value &value);
  void spreadBackward(const llvm::Value &value);

  llvm::DenseSet<const llvm::Value *> carrying_;
  std::vector<const llvm::Value *> open_;
};

} // namespace raceward
