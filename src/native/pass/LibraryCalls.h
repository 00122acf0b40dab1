// What calls of library functions touch for certain.
//
// The table of effects says what a function may touch; a race needs what it does touch. So each
// family here is a smaller promise: the bytes that every such call reads or writes.
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
  bool afterwards = false; ///< only the result says how much it was
  /// Emit the number of bytes, 0 for none, and where they begin in the object of the argument;
  /// without `offset`, where the argument points to.
  std::function<llvm::Value *(llvm::IRBuilder<> &)> bytes;
  std::function<llvm::Value *(llvm::IRBuilder<> &)> offset;
};

/// Nothing for functions that have a body, that are not in the table, or that the runtime takes
/// over: those of the threads.
std::vector<SureAccess> sureAccesses(llvm::CallBase &call);

/// Arguments through which the call may touch memory that no sure access stands for. Where a sure
/// access is only the first byte of what may be read, the rest is left aside.
std::vector<unsigned> unsureArguments(llvm::CallBase &call);

/// The row of the function that is called, if it has no body here and the call fits it.
const LibraryFunction *libraryRowOf(const llvm::CallBase &call);

} // namespace raceward
