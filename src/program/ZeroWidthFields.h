// Bit-fields of width zero, which end a memory location, and which debug information does not have.
// Private to program.
//
// `unsigned a : 1; unsigned : 0; unsigned b : 1;` and `unsigned a : 1; unsigned : 31; unsigned b :
// 1;` look alike in debug information, but only in the second are `a` and `b` one memory location.
// Where debug information leaves it open, clang is asked for the layout of its records, and the
// field is put into the debug information, as a member without a size: who looks for neighbours
// stops there.
#pragma once

#include <llvm/IR/Module.h>

#include <string_view>

namespace raceward {

/// There are two bit-fields between which there may be one.
bool mayHaveZeroWidthFields(const llvm::Module &module);

/// `layouts`: what clang prints with -fdump-record-layouts-complete.
void showZeroWidthFields(llvm::Module &module, std::string_view layouts);

} // namespace raceward
