// Restores bit-fields of width zero, which end a memory location and are missing from debug
// information. Private to program.
//
// `unsigned a : 1; unsigned : 0; unsigned b : 1;` and `unsigned a : 1; unsigned : 31; unsigned b :
// 1;` look alike in debug information, but only in the second are `a` and `b` one memory location.
// Where debug information is ambiguous, clang prints the layout of its records, and the field is
// added to the debug information as a member without a size: a search for adjacent fields stops
// there.
#pragma once

#include <llvm/IR/Module.h>

#include <string_view>

namespace raceward {

/// Whether the module has two bit-fields with a possible field of width zero between them.
bool mayHaveZeroWidthFields(const llvm::Module &module);

/// `layouts`: the output of clang with -fdump-record-layouts-complete.
void showZeroWidthFields(llvm::Module &module, std::string_view layouts);

} // namespace raceward
