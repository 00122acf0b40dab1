// Which accesses are steps of the search.
#pragma once

#include "raceward/model/Suspects.h"
#include "raceward/program/Program.h"

#include <vector>

namespace raceward {

/// Accesses that a machine must stop before, by SiteId: those of the remaining suspects, and
/// atomics, which order other accesses even if they do not race (rule R2).
std::vector<bool> visibleSites(const Program &program, const SuspectSet &suspects);

} // namespace raceward
