#include "raceward/prove/Explain.h"

#include "Naming.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace raceward {

namespace {

/// Enough for any reader; the counts are exact in any case.
constexpr std::size_t kMostListed = 2000;
constexpr std::size_t kMostAccesses = 6;
constexpr std::size_t kMostObjects = 3;
constexpr std::size_t kMostThreads = 6;

/// Provers whose reason is that only one thread accesses the memory.
bool saysNotShared(const std::string &prover) {
  return prover == "no-threads" || prover == "not-shared" || prover == "one-thread";
}

class Explainer {
public:
  Explainer(const Facts &facts, const SuspectSet &suspects) : facts_(facts), suspects_(suspects) {}

  Explanation run() {
    struct Told {
      GroupId group;
      unsigned likelihood = 0; ///< likelihood of its likeliest open pair; 0 if none is open
    };
    std::vector<Told> told;
    for (std::size_t i = 0; i < suspects_.groupCount(); ++i) {
      const GroupId group(i);
      if (suspects_.totalOf(group) == 0)
        ++explanation_.neverSuspect;
      else if (!threadsShare(suspects_, group))
        ++explanation_.neverShared;
      else
        told.push_back({group, likelihoodOfGroup(group)});
    }
    std::sort(told.begin(), told.end(), [](const Told &a, const Told &b) {
      return a.likelihood != b.likelihood ? a.likelihood > b.likelihood : a.group < b.group;
    });
    for (const Told &each : told) {
      if (explanation_.shared.size() == kMostListed)
        ++explanation_.notListed;
      else
        explanation_.shared.push_back(variable(each.group));
    }
    return std::move(explanation_);
  }

private:
  [[nodiscard]] unsigned likelihoodOfGroup(GroupId group) const {
    unsigned highest = 0;
    for (const SuspectPair &pair : suspects_.leftSample(group, kMostPairsRated))
      highest = std::max(highest, 1 + likelihoodOf(facts_, pair.first, pair.second));
    return highest;
  }

  SharedVariable variable(GroupId group) {
    const std::vector<SiteId> sites = suspects_.sitesOf(group);
    SharedVariable shared;
    shared.group = group.index();
    shared.object = objectNames(sites, facts_.program.sites()[sites.front().index()].name);
    shared.accesses = sites.size();
    addSample(sites, shared);
    shared.threads = threadsOf(sites);
    shared.suspects = suspects_.totalOf(group);
    for (const Removal &removal : suspects_.removalsOf(group))
      shared.rulings.push_back({removal.prover, removal.reason, removal.pairs});
    return shared;
  }

  /// Names of the accessed objects, or `otherwise` if they have none.
  [[nodiscard]] std::string objectNames(const std::vector<SiteId> &sites,
                                        const std::string &otherwise) const {
    std::set<TargetSetId> seen;
    std::set<ObjectId> objects;
    for (const SiteId site : sites)
      if (const TargetSetId set = facts_.pointsTo.targetSetOf(site); seen.insert(set).second)
        for (const ObjectId object : facts_.pointsTo.objectsOf(set))
          objects.insert(object);
    const std::vector<ObjectId> ordered(objects.begin(), objects.end());
    std::string names = wordsForObjects(facts_, ordered, kMostObjects);
    if (names.empty())
      return otherwise.empty() ? "memory without a name" : quotedName(otherwise);
    return names;
  }

  /// One access per line: writes first, in source order.
  void addSample(const std::vector<SiteId> &sites, SharedVariable &to) const {
    std::set<std::pair<std::string, std::uint32_t>> lines;
    for (const bool writing : {true, false})
      for (const SiteId id : sites) {
        const AccessSite &site = facts_.program.sites()[id.index()];
        if (writes(site.kind) != writing || !lines.insert({site.at.file, site.at.line}).second)
          continue;
        if (to.sample.size() < kMostAccesses)
          to.sample.push_back(site);
        else
          ++to.moreLines;
      }
    std::sort(to.sample.begin(), to.sample.end(), [](const AccessSite &a, const AccessSite &b) {
      return std::make_tuple(!writes(a.kind), a.at.file, a.at.line, a.id) <
             std::make_tuple(!writes(b.kind), b.at.file, b.at.line, b.id);
    });
  }

  [[nodiscard]] std::vector<SharingThread> threadsOf(const std::vector<SiteId> &sites) const {
    std::set<FunctionId> functions;
    for (const SiteId site : sites)
      functions.insert(facts_.program.placeOf(site).function);
    std::vector<SharingThread> threads;
    const std::vector<ThreadTemplate> &templates = facts_.threads.templates();
    for (std::size_t t = 0; t < templates.size(); ++t) {
      if (std::none_of(functions.begin(), functions.end(),
                       [&](FunctionId function) { return templates[t].runs[function.index()]; }))
        continue;
      const std::string name = threadName(facts_, t);
      const auto known =
          std::find_if(threads.begin(), threads.end(),
                       [&](const SharingThread &each) { return each.function == name; });
      if (known != threads.end())
        known->several = true;
      else if (threads.size() < kMostThreads)
        threads.push_back({name, !templates[t].single});
    }
    return threads;
  }

  static constexpr std::size_t kMostPairsRated = 64;

  const Facts &facts_;
  const SuspectSet &suspects_;
  Explanation explanation_;
};

} // namespace

bool threadsShare(const SuspectSet &suspects, GroupId group) {
  std::uint64_t removed = 0;
  for (const Removal &removal : suspects.removalsOf(group))
    removed += saysNotShared(removal.prover) ? removal.pairs : 0;
  return removed < suspects.totalOf(group);
}

Explanation explanationOf(const Facts &facts, const SuspectSet &suspects) {
  return Explainer(facts, suspects).run();
}

} // namespace raceward
