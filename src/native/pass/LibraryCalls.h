// Certain accesses of library calls.
//
// The table of effects has the accesses that a function may make; a race needs accesses that it
// does make. So each family here has a lower bound: the bytes that every such call reads or writes.
#pragma once

#include "raceward/program/Effects.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace raceward {

struct SureAccess {
  ArgumentEffect::What what = ArgumentEffect::What::Reads;
  unsigned argument = 0;
  bool afterwards = false; ///< the amount is known only from the result
  /// Emit the number of bytes, 0 for none, and their offset in the object of the argument; without
  /// `offset`, the address of the argument.
  std::function<llvm::Value *(llvm::IRBuilder<> &)> bytes;
  std::function<llvm::Value *(llvm::IRBuilder<> &)> offset;
};

/// None for functions that have a body, that are not in the table, or that the runtime intercepts
/// (those of threads).
std::vector<SureAccess> sureAccesses(llvm::CallBase &call);

/// Arguments through which the call may access memory beyond the sure accesses. If a sure access is
/// only the first byte of a possible read, the rest is ignored.
std::vector<unsigned> unsureArguments(llvm::CallBase &call);

/// The row of the called function, if it has no body here and the call matches it.
const LibraryFunction *libraryRowOf(const llvm::CallBase &call);

} // namespace raceward
