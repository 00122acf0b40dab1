// How many bits hold every number that any run computes?
//
// CELE's integers are unbounded. In an unrolled program every write happens at most once, so a
// value derives from a write at most once: as many rounds as there are writes that depend on
// each other cover every derivation, and the intervals after them hold in every run.
#pragma once

#include "raceward/cele/Cssa.h"

#include <optional>

namespace raceward::cele {

/// Where intervals would no longer fit the numbers that this file computes with.
inline constexpr std::uint32_t kMostBits = 127;

/// For signed numbers, with room for the length of every array; nothing if more than kMostBits
/// may be needed. `inputDomain`: what an input may be, empty for every value of 16 bits.
std::optional<std::uint32_t> bitsNeeded(const Source &unrolled, const Cssa &cssa,
                                        const std::vector<std::int64_t> &inputDomain);

} // namespace raceward::cele
