// Provers, held against what executing the program shows (rule R2). Private to check.
#pragma once

#include "raceward/model/Verdict.h"
#include "raceward/prove/Prover.h"

#include <span>
#include <string>
#include <vector>

namespace raceward {

/// Something that must not happen whatever the program is.
[[nodiscard]] Gap defectGap(std::string message);

/// Accesses to stop before when no prover is believed, by SiteId. What a call that synchronises
/// does to memory besides is not followed by the machine.
[[nodiscard]] std::vector<bool> everySharedAccess(const Program &program);

/// If a prover removed the pair that races, its record says so.
void blameProver(const Facts &facts, std::span<const Prover> provers, const Conviction &race,
                 Ledger &ledger);

} // namespace raceward
