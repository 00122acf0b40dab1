// What was proved, variable by variable, and which of what is left is likely to race.
#pragma once

#include "raceward/model/Explanation.h"
#include "raceward/model/Suspects.h"
#include "raceward/prove/Facts.h"

#include <cstdint>
#include <vector>

namespace raceward {

/// After all provers have run.
Explanation explanationOf(const Facts &facts, const SuspectSet &suspects);

/// How much speaks for a race of the two: higher is likelier. A rule of thumb for the order in
/// which people and engines look at suspects, and nothing else.
unsigned likelihoodOf(const Facts &facts, SiteId first, SiteId second);

/// At most `limit` pairs that are left, the likeliest first.
std::vector<SuspectPair> likeliestLeft(const Facts &facts, const SuspectSet &suspects,
                                       std::size_t limit);

} // namespace raceward
