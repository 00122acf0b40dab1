#include "raceward/model/Verdict.h"

#include "raceward/base/Check.h"
#include "raceward/base/Text.h"

namespace raceward {

std::uint64_t Ledger::removed() const {
  std::uint64_t sum = 0;
  for (const EngineRecord &engine : engines)
    sum += engine.removed;
  RW_CHECK(sum <= suspects);
  return sum;
}

std::string_view Verdict::name() const {
  if (race())
    return "race";
  return isRaceFree() ? "race-free" : "unknown";
}

Verdict conclude(const Ledger &ledger) {
  if (!ledger.convictions.empty())
    return Verdict(Race{ledger.convictions});

  // An engine's gaps count if the answer rests on it, or if it left suspects that it could
  // have decided. They do not count against a proof that others made without it.
  std::vector<Gap> reasons = ledger.interruptions;
  for (const EngineRecord &engine : ledger.engines)
    if (engine.foundation || engine.removed > 0 || ledger.left() > 0)
      reasons.insert(reasons.end(), engine.gaps.begin(), engine.gaps.end());

  if (!ledger.closed && ledger.interruptions.empty())
    reasons.push_back(Gap{GapKind::EngineCrash, "the check did not finish", {}, {}});
  if (ledger.left() > 0 && ledger.closed) {
    Gap gap{GapKind::SuspectsLeft, {}, {}, {}};
    gap.message = counted(ledger.left(), "pair") + " of accesses could not be decided";
    if (!ledger.open.empty())
      gap.at = ledger.open.front().first.at;
    gap.hint = "look at the accesses above: protect them, or make them atomic";
    reasons.push_back(std::move(gap));
  }

  if (reasons.empty())
    return Verdict(RaceFree{});
  return Verdict(Unknown{std::move(reasons)});
}

} // namespace raceward
