// Bit-fields that form one memory location but are accessed in several units.
//
// C11 3.14: adjacent bit-fields are one memory location. The compiler accesses them in units, and
// two units of one run of bit-fields share no byte: comparing bytes does not show that accesses to
// them conflict. C types are known where accesses are named, so each such access is marked there,
// with metadata that survives later rewriting.
#pragma once

#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <optional>

namespace raceward {

/// The unit that an access touches, and the run that extends beyond it.
struct BitFieldUnit {
  std::uint64_t recordBytes = 0; ///< size of the struct that contains the run
  std::uint64_t runBegin = 0;    ///< in bits of that struct
  std::uint64_t runEnd = 0;
  std::uint64_t begin = 0; ///< of the unit, in bytes of that struct
  std::uint64_t bytes = 0;
  /// The access looks like one to a bit-field, but its C type is unknown. The other members are
  /// then unset.
  bool isOpen = false;
};

/// Empty if it is not a bit-field, or the run does not extend beyond the unit.
std::optional<BitFieldUnit> bitFieldUnitOf(const llvm::Instruction &access);

/// Both are in one run, and share no byte.
bool areApartInOneRun(const BitFieldUnit &a, const BitFieldUnit &b);

} // namespace raceward
