#include "raceward/check/Pipeline.h"

#include "raceward/base/Text.h"
#include "raceward/prove/Prover.h"

namespace raceward {

namespace {

/// Enough for a person to see what is left; the counts are exact in any case.
constexpr std::size_t kMostOpenSuspects = 100;

/// What the prover removed, over all its reasons.
std::uint64_t removedBy(const SuspectSet &suspects, const std::string &prover) {
  std::uint64_t pairs = 0;
  for (const Removal &removal : suspects.removals())
    if (removal.prover == prover)
      pairs += removal.pairs;
  return pairs;
}

} // namespace

// Every prover here holds under both memory models: none of them reasons about the value
// that an atomic operation reads.
Ledger runPipeline(const Program &program, const CheckRequest &, CheckStats &stats,
                   const std::function<void(std::string_view)> &onProgress) {
  onProgress("finding threads and shared memory");
  const Facts facts(program);
  SuspectSet suspects = findSuspects(facts);
  stats.memoryGroups = suspects.groupCount();

  Ledger ledger;
  ledger.suspects = suspects.total();
  ledger.engines.push_back(EngineRecord{"suspects", 0, foundationGaps(facts), /*foundation=*/true});
  for (const Prover &prover : allProvers()) {
    onProgress("proving: " + prover.description + " (" + withThousands(suspects.left()) + " of " +
               counted(suspects.total(), "suspect") + " left)");
    prover.run(facts, suspects, prover.name);
    ledger.engines.push_back(
        EngineRecord{prover.name, removedBy(suspects, prover.name), {}, false, prover.description});
  }

  const std::vector<AccessSite> &sites = program.sites();
  for (const SuspectPair &pair : suspects.leftSample(kMostOpenSuspects))
    ledger.open.push_back({sites[pair.first.index()], sites[pair.second.index()], pair.object});
  ledger.closed = true;
  return ledger;
}

std::vector<bool> openSitesOf(const Program &program) {
  const Facts facts(program);
  SuspectSet suspects = findSuspects(facts);
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects, prover.name);
  std::vector<bool> open(program.sites().size(), false);
  for (const SiteId site : suspects.openSites())
    open[site.index()] = true;
  // Atomics order other accesses: they are visible whoever races (rule R2).
  for (const AccessSite &site : program.sites())
    if (isAtomic(site))
      open[site.id.index()] = true;
  return open;
}

} // namespace raceward
