// The bitcode of each unit that the pass embedded in the program (src/native/pass/Embed.h).
#pragma once

#include <string>
#include <vector>

namespace raceward {

/// Piece by piece, in the order in which the units register; empty for a unit without bitcode. No
/// pieces if the section is malformed.
std::vector<std::string> embeddedBitcode(const std::string &executable);

} // namespace raceward
