// Which accesses are steps of the search.
#pragma once

#include "raceward/model/Suspects.h"
#include "raceward/program/Program.h"

#include <vector>

namespace raceward {

/// Accesses that a machine must stop before, by SiteId: those of suspects that the provers
/// left, and atomics, which order other accesses whoever races (rule R2).
std::vector<bool> visibleSites(const Program &program, const SuspectSet &suspects);

} // namespace raceward
