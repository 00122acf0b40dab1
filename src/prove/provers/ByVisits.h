// ByVisits: what the provers that use the walk (Visits.h) have in common. Private to prove.
//
// They form a chain in the order of Exclusion: each one removes the pairs whose visits exclude each
// other by its own reason or by an earlier one, since different pairs of visits may need different
// reasons. The prover that is named is the last one that was needed.
#pragma once

#include "Provers.h"

#include <string>

namespace raceward {

/// Removes the pairs of which all visits exclude each other, for `why` or an earlier reason.
void removeByVisits(Exclusion why, const std::string &reason, const Facts &facts,
                    SuspectSet &suspects, const Prover &self);

} // namespace raceward
