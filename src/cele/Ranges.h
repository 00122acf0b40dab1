// Ranges: the number of bits that hold every number of any run.
//
// CELE's integers are unbounded. In an unrolled program every write happens at most once, so a
// derivation of a value passes each write at most once: as many rounds as there are mutually
// dependent writes cover every derivation, and the intervals after them hold in every run.
#pragma once

#include "raceward/cele/Cssa.h"

#include <optional>

namespace raceward::cele {

/// Limit of the numbers that this file computes with.
inline constexpr std::uint32_t kMostBits = 127;

/// For signed numbers, with room for the length of every array; empty if more than kMostBits may be
/// needed. `inputDomain`: the possible inputs, empty for every 16-bit value.
std::optional<std::uint32_t> bitsNeeded(const Source &unrolled, const Cssa &cssa,
                                        const std::vector<std::int64_t> &inputDomain);

} // namespace raceward::cele
