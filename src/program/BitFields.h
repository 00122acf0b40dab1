// Which bits of its unit an access to a bit-field means. Private to program.
#pragma once

#include "raceward/program/BitFieldUnit.h"

#include <llvm/IR/Instructions.h>

#include <optional>
#include <utility>

namespace raceward {

/// First bit, and how many.
using BitRange = std::pair<unsigned, unsigned>;

std::optional<BitRange> bitsRead(const llvm::LoadInst &load);
std::optional<BitRange> bitsWritten(const llvm::StoreInst &store);

/// For bitFieldUnitOf().
void attachBitFieldUnit(llvm::Instruction &access, const BitFieldUnit &unit);

} // namespace raceward
