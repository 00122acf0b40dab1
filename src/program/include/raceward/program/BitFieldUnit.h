// Bit-fields that are one memory location and are accessed in several pieces.
//
// C11 3.14: neighbouring bit-fields are one memory location. The compiler accesses them in units,
// and two units of one run of bit-fields have no byte in common: who compares bytes does not see
// that accesses to them conflict. The names of accesses are where C types are known, so each such
// access is marked there, with metadata that survives what is done to the code later.
#pragma once

#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <optional>

namespace raceward {

/// The unit that an access touches, and the run that goes on outside of it.
struct BitFieldUnit {
  std::uint64_t recordBytes = 0; ///< of the struct that has the run
  std::uint64_t runBegin = 0;    ///< in bits of that struct
  std::uint64_t runEnd = 0;
  std::uint64_t begin = 0; ///< of the unit, in bytes of that struct
  std::uint64_t bytes = 0;
  /// The access looks like one to a bit-field, and its C type is not known. Nothing else is, then.
  bool isOpen = false;
};

/// None if it is not a bit-field, or the run does not go on outside of the unit.
std::optional<BitFieldUnit> bitFieldUnitOf(const llvm::Instruction &access);

/// Both are in one run, and no byte is in both.
bool areApartInOneRun(const BitFieldUnit &a, const BitFieldUnit &b);

} // namespace raceward
