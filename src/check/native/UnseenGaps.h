// What a native check has to say about code that it could not see into. Private to check.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/native/Unseen.h"

#include <string>
#include <vector>

namespace raceward {

/// One for all functions, one for inline assembly.
std::vector<Gap> gapsOf(const std::vector<Unseen> &unseen);

/// What a reader of a race should doubt; empty if nothing.
std::string doubtAbout(const std::vector<Unseen> &unseen);

} // namespace raceward
