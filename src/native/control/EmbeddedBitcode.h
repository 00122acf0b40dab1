// What the pass keeps of each unit in the program (src/native/pass/Embed.h).
#pragma once

#include <string>
#include <vector>

namespace raceward {

/// Piece by piece, in the order in which the units register; empty where none was kept. Nothing
/// at all if the section is not what it should be.
std::vector<std::string> embeddedBitcode(const std::string &executable);

} // namespace raceward
