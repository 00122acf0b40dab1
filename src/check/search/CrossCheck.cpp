#include "CrossCheck.h"

#include "raceward/program/Effects.h"

#include <algorithm>

namespace raceward {

namespace {

bool isFollowed(const AccessSite &site) {
  const LibraryFunction *function = site.call.empty() ? nullptr : findLibraryFunction(site.call);
  return function == nullptr || function->sync == SyncEffect::None;
}

/// The engine that removed the pair from the suspects; empty if it still is one.
std::string whoRemoved(const Facts &facts, std::span<const Prover> provers, SiteId first,
                       SiteId second) {
  SuspectSet suspects = findSuspects(facts);
  if (!suspects.isLeft(first, second))
    return "suspects";
  for (const Prover &prover : provers) {
    prover.run(facts, suspects);
    if (!suspects.isLeft(first, second))
      return prover.name;
  }
  return {};
}

} // namespace

Gap defectGap(std::string message) {
  return {GapKind::EngineCrash,
          std::move(message),
          {},
          "this is a defect of Raceward: please report it with this message and the program"};
}

std::vector<bool> everySharedAccess(const Program &program) {
  std::vector<bool> visible;
  visible.reserve(program.sites().size());
  for (const AccessSite &site : program.sites())
    visible.push_back(isFollowed(site));
  return visible;
}

void blameProver(const Facts &facts, std::span<const Prover> provers, const Conviction &race,
                 Ledger &ledger) {
  // Without a run only the steps are known, and an atomic section is a step of many accesses.
  if (race.run.steps.empty() || !race.first.id.valid() || !race.second.id.valid())
    return;
  const std::string name = whoRemoved(facts, provers, race.first.id, race.second.id);
  const auto record = std::find_if(ledger.engines.begin(), ledger.engines.end(),
                                   [&](const EngineRecord &each) { return each.engine == name; });
  if (record == ledger.engines.end())
    return;
  Gap gap = defectGap("the engine '" + name + "' removed a pair of accesses that race");
  gap.at = race.first.at;
  record->gaps.push_back(std::move(gap));
}

} // namespace raceward
