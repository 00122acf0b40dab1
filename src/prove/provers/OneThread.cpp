#include "Provers.h"
#include "raceward/prove/ProverMutation.h"

#include <map>

namespace raceward {

namespace {

/// The set of thread templates that may execute a site, numbered.
class ThreadSets {
public:
  explicit ThreadSets(const Facts &facts) : facts_(facts) {}

  SiteLabel labelOf(SiteId site) {
    const FunctionId function = facts_.program.placeOf(site).function;
    const auto known = byFunction_.find(function);
    if (known != byFunction_.end())
      return known->second;
    std::vector<std::size_t> threads;
    for (std::size_t t = 0; t < facts_.threads.templates().size(); ++t)
      if (facts_.threads.templates()[t].runs[function.index()])
        threads.push_back(t);
    const auto [at, isNew] = labels_.try_emplace(threads, static_cast<SiteLabel>(sets_.size()));
    if (isNew)
      sets_.push_back(threads);
    byFunction_[function] = at->second;
    return at->second;
  }

  /// True if no two different threads can execute a site of each set.
  [[nodiscard]] bool oneThreadOnly(SiteLabel a, SiteLabel b) const {
    for (const std::size_t t : sets_[a])
      for (const std::size_t u : sets_[b])
        if (t != u ||
            (!facts_.threads.templates()[t].single && !mutated(ProverMutation::OneThreadSeveral)))
          return false;
    return true;
  }

private:
  const Facts &facts_;
  std::map<FunctionId, SiteLabel> byFunction_;
  std::map<std::vector<std::size_t>, SiteLabel> labels_;
  std::vector<std::vector<std::size_t>> sets_;
};

} // namespace

// Idea: a pair races only if two different thread instances execute its sites. The label of a site
// is the set of thread templates (Threads.h) that may execute its function. If every choice of
// templates for the two sites is one and the same template, and that template is single (its
// creation is executed at most once in any run), there is only one such thread.
//
// The sets over-approximate: they are computed from the call graph, not from paths.
void proveOneThread(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  ThreadSets sets(facts);
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &) {
    suspects.removePairs(
        group, self.name, self.description, [&](SiteId site) { return sets.labelOf(site); },
        [&](SiteLabel a, SiteLabel b) { return sets.oneThreadOnly(a, b); });
  });
}

} // namespace raceward
