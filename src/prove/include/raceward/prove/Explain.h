// The proofs by variable, and the remaining suspects: by variable, and the likeliest.
#pragma once

#include "raceward/model/Explanation.h"
#include "raceward/model/OpenVariable.h"
#include "raceward/model/Suspects.h"
#include "raceward/prove/Facts.h"

#include <cstdint>
#include <vector>

namespace raceward {

/// Call it after all provers have run.
Explanation explanationOf(const Facts &facts, const SuspectSet &suspects);

/// The same. Whether the group has suspects that a second thread is a part of.
bool threadsShare(const SuspectSet &suspects, GroupId group);

/// The same.
OpenVariables openVariables(const Facts &facts, const SuspectSet &suspects);

/// Heuristic for the order in which people and engines look at suspects: higher is likelier. It
/// affects no verdict.
unsigned likelihoodOf(const Facts &facts, SiteId first, SiteId second);

/// At most `limit` remaining pairs, the likeliest first.
std::vector<SuspectPair> likeliestLeft(const Facts &facts, const SuspectSet &suspects,
                                       std::size_t limit);

} // namespace raceward
