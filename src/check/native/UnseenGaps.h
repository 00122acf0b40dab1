// The gaps of a native check for code that it could not instrument. Private to check.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/native/Unseen.h"

#include <string>
#include <vector>

namespace raceward {

/// One for all functions, one for inline assembly.
std::vector<Gap> gapsOf(const std::vector<Unseen> &unseen);

/// A caveat for the reader of a race; empty if there is none.
std::string doubtAbout(const std::vector<Unseen> &unseen);

} // namespace raceward
