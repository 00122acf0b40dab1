// The bits of its unit that an access to a bit-field denotes. Private to program.
#pragma once

#include "raceward/program/BitFieldUnit.h"

#include <llvm/IR/Instructions.h>

#include <optional>
#include <utility>

namespace raceward {

/// First bit, and number of bits.
using BitRange = std::pair<unsigned, unsigned>;

std::optional<BitRange> bitsRead(const llvm::LoadInst &load);
std::optional<BitRange> bitsWritten(const llvm::StoreInst &store);

/// Attaches the metadata that bitFieldUnitOf() reads.
void attachBitFieldUnit(llvm::Instruction &access, const BitFieldUnit &unit);

} // namespace raceward
