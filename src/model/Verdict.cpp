#include "raceward/model/Verdict.h"

#include "raceward/base/Check.h"
#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward {

std::string nameOfSuspect(const AccessSite &first, const AccessSite &second,
                          const std::string &variable) {
  if (first.name == second.name && !first.name.empty())
    return first.name;
  if (!variable.empty())
    return variable;
  const AccessSite &lead = writes(first.kind) || !writes(second.kind) ? first : second;
  return lead.name.empty() ? (&lead == &first ? second : first).name : lead.name;
}

std::uint64_t Ledger::removed() const {
  std::uint64_t sum = 0;
  for (const EngineRecord &engine : engines)
    sum += engine.removed;
  RW_CHECK(sum <= suspects);
  return sum;
}

std::string_view Verdict::name() const {
  if (isRace())
    return "race";
  return isRaceFree() ? "race-free" : "unknown";
}

namespace {

/// Engines that stop at the same place give one reason.
void addReasons(const std::vector<Gap> &gaps, std::vector<Gap> &reasons) {
  const std::size_t earlier = reasons.size();
  for (const Gap &gap : gaps) {
    const auto end = reasons.begin() + static_cast<std::ptrdiff_t>(earlier);
    const bool known = gap.at.known() && std::any_of(reasons.begin(), end, [&](const Gap &other) {
                         return other.kind == gap.kind && other.at == gap.at;
                       });
    if (!known)
      reasons.push_back(gap);
  }
}

std::string whatRaces(const Conviction &race) {
  const std::string &name = race.first.name.empty() ? race.second.name : race.first.name;
  return name.empty() ? std::string() : " on '" + name + "'";
}

Gap gapOf(const SuppressedRace &suppressed) {
  return {GapKind::Suppressed,
          "a data race" + whatRaces(suppressed.race) + " is suppressed: " + suppressed.reason,
          suppressed.race.first.at, "the rule stands at " + suppressed.rule};
}

/// Pairs on one line, such as those of `total++`, give one reason.
void addSuppressed(const Ledger &ledger, std::vector<Gap> &reasons) {
  for (const SuppressedRace &suppressed : ledger.suppressed) {
    Gap gap = gapOf(suppressed);
    const bool known = std::any_of(reasons.begin(), reasons.end(), [&](const Gap &other) {
      return other.kind == gap.kind && other.message == gap.message && other.hint == gap.hint &&
             other.at.file == gap.at.file && other.at.line == gap.at.line;
    });
    if (!known)
      reasons.push_back(std::move(gap));
  }
}

/// Whether some pair of accesses is undecided.
bool leavesSuspects(const Ledger &ledger) {
  const bool knowsTheRest = ledger.everyRaceFound && !ledger.suppressed.empty();
  return ledger.closed && ledger.left() > 0 && !knowsTheRest;
}

} // namespace

Verdict conclude(const Ledger &ledger) {
  if (!ledger.convictions.empty())
    return Verdict(Race{});

  // An engine's gaps count if the answer rests on it, or if it left suspects that it might have
  // decided. They do not weaken a proof by other engines.
  std::vector<Gap> reasons = ledger.interruptions;
  for (const EngineRecord &engine : ledger.engines)
    if (engine.foundation || engine.removed > 0 || ledger.left() > 0)
      addReasons(engine.gaps, reasons);

  if (!ledger.closed && ledger.interruptions.empty())
    reasons.push_back(Gap{GapKind::EngineCrash, "the check did not finish", {}, {}});
  addSuppressed(ledger, reasons);
  if (leavesSuspects(ledger)) {
    Gap gap{GapKind::SuspectsLeft, {}, {}, {}};
    gap.message = counted(ledger.left(), "suspect") + " could not be decided";
    if (!ledger.open.empty())
      gap.at = ledger.open.front().first.at;
    gap.hint = "look at the accesses above: let something order or protect them";
    reasons.push_back(std::move(gap));
  }

  if (reasons.empty())
    return Verdict(RaceFree{});
  return Verdict(Unknown{std::move(reasons)});
}

} // namespace raceward
