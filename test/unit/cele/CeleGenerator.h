// Small random CELE programs, dense in conflicts.
#pragma once

#include <cstdint>
#include <string>

namespace raceward::cele {

/// The same text for the same seed, everywhere. It parses, its loops end in almost all programs,
/// and inputs are only compared with 0 or taken modulo 2 (see kInputDomain).
std::string generate(std::uint64_t seed);

} // namespace raceward::cele
