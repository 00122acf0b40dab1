#include "raceward/check/Pipeline.h"

#include "raceward/model/Suspects.h"

namespace raceward {

// Stands in until the provers are there: every pair is a suspect, and stays one.
Ledger runPipeline(const Program &program, const CheckRequest &, CheckStats &stats,
                   const std::function<void(std::string_view)> &onProgress) {
  onProgress("finding suspects");
  const std::vector<AccessSite> &sites = program.sites();
  SuspectSet suspects(sites);
  std::vector<SiteId> all;
  for (const AccessSite &site : sites)
    all.push_back(site.id);
  suspects.addGroup("memory", std::move(all));
  stats.memoryGroups = suspects.groupCount();

  Ledger ledger;
  ledger.suspects = suspects.total();
  ledger.engines.push_back(EngineRecord{"suspects", 0, {}, /*foundation=*/true});
  for (const SuspectPair &pair : suspects.leftSample(100))
    ledger.open.push_back({sites[pair.first.index()], sites[pair.second.index()], pair.object});
  ledger.closed = true;
  return ledger;
}

} // namespace raceward
