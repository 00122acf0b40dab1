// Cross-checks the provers against executions of the program (rule R2). Private to check.
#pragma once

#include "raceward/model/Verdict.h"
#include "raceward/prove/Prover.h"

#include <span>
#include <string>
#include <vector>

namespace raceward {

/// A gap for something that must not happen for any program.
[[nodiscard]] Gap defectGap(std::string message);

/// The accesses to stop before if no prover is trusted, by SiteId. The machine does not follow
/// further accesses of calls that synchronise.
[[nodiscard]] std::vector<bool> everySharedAccess(const Program &program);

/// Adds a gap to the record of the prover that removed the racing pair, if one did.
void blameProver(const Facts &facts, std::span<const Prover> provers, const Conviction &race,
                 Ledger &ledger);

} // namespace raceward
