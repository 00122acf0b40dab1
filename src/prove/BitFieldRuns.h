// Adjacent bit-fields are one memory location, however the compiler splits them into bytes. Private
// to prove.
#pragma once

#include "raceward/program/Program.h"

#include <cstdint>
#include <optional>

namespace raceward {

/// Accesses to one memory location of bit-fields begin less than this many bytes apart, in every
/// struct of the program; 0 if it has no bit-fields. Empty (unknown) without debug information.
std::optional<std::uint64_t> widestBitFieldRun(const Program &program);

} // namespace raceward
