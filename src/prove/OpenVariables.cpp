// What is left, by variable: its likeliest pair, and the lock that most of its accesses hold.
#include "raceward/prove/Explain.h"

#include "Naming.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>

namespace raceward {

namespace {

/// Enough for any reader; the counts are exact in any case.
constexpr std::size_t kMostVariables = 1'000;
constexpr std::size_t kWithoutNamed = 3;
constexpr std::size_t kObjectsNamed = 2;
/// Pairs of a variable among which the likeliest is looked for.
constexpr unsigned kPairsRated = 64;

using Number = std::uint32_t; ///< of a variable, in the order of first occurrence

class LeftByVariable {
public:
  LeftByVariable(const Facts &facts, const SuspectSet &suspects)
      : facts_(facts), suspects_(suspects), sites_(facts.program.sites()) {}

  OpenVariables run() {
    for (std::size_t i = 0; i < suspects_.groupCount(); ++i)
      addGroup(GroupId(i));
    std::vector<Entry *> open;
    for (Entry &entry : entries_) {
      variables_.shared += entry.isShared ? 1 : 0;
      if (entry.shown.writes + entry.shown.reads > 0) {
        open.push_back(&entry);
        ++(entry.shown.pairs > 0 ? variables_.count : variables_.mixedUp);
      }
    }
    // Entries are in the order of first occurrence. Not stable_sort: clang warns about a deprecated
    // function in GCC 12's.
    std::ranges::sort(open, [](const Entry *a, const Entry *b) {
      return std::tie(b->likelihood, a) < std::tie(a->likelihood, b);
    });
    for (Entry *entry : open) {
      if (entry->likelihood == 0 || variables_.listed.size() == kMostVariables)
        break;
      entry->shown.lock = usualLock(entry->all);
      variables_.listed.push_back(std::move(entry->shown));
    }
    return std::move(variables_);
  }

private:
  struct Entry {
    OpenVariable shown;
    std::vector<SiteId> all; ///< its accesses, in question or not
    unsigned likelihood = 0; ///< of the likeliest pair; 0: none
    unsigned rated = 0;
    bool isShared = false;
  };
  /// The accesses of a cell, by variable.
  using Cell = std::map<Number, std::vector<SiteId>>;

  void addGroup(GroupId group) {
    cells_.clear();
    const bool shared = threadsShare(suspects_, group);
    for (const SiteId site : suspects_.sitesOf(group)) {
      Entry &entry = entries_[variableOf(site)];
      entry.all.push_back(site);
      entry.isShared |= shared;
    }
    suspects_.forEachLeft(group, [this](std::span<const SiteId> a, std::span<const SiteId> b) {
      addPairs(cellOf(a), cellOf(b), a.data() == b.data());
    });
  }

  /// Cells keep their place in memory while the group is examined.
  const Cell &cellOf(std::span<const SiteId> sites) {
    const auto [known, isNew] = cells_.try_emplace(sites.data());
    if (isNew)
      for (const SiteId site : sites) {
        const Number variable = variableOf(site);
        known->second[variable].push_back(site);
        OpenVariable &shown = entries_[variable].shown;
        ++(writes(sites_[site.index()].kind) ? shown.writes : shown.reads);
      }
    return known->second;
  }

  void addPairs(const Cell &a, const Cell &b, bool isOne) {
    for (const auto &[variable, first] : a) {
      const auto second = b.find(variable);
      if (second == b.end())
        continue;
      Entry &entry = entries_[variable];
      entry.shown.pairs +=
          isOne ? first.size() * (first.size() + 1) / 2 : first.size() * second->second.size();
      rate(entry, first.front(), second->second.front());
      rate(entry, first.back(), second->second.front());
    }
  }

  void rate(Entry &entry, SiteId first, SiteId second) {
    if (entry.rated++ >= kPairsRated)
      return;
    const unsigned likelihood = 1 + likelihoodOf(facts_, first, second);
    if (likelihood <= entry.likelihood)
      return;
    entry.likelihood = likelihood;
    entry.shown.first = sites_[std::min(first, second).index()];
    entry.shown.second = sites_[std::max(first, second).index()];
  }

  Number variableOf(SiteId site) {
    const AccessSite &access = sites_[site.index()];
    std::string name = access.variable.empty() ? objectsAt(site) : access.variable;
    const auto [known, isNew] = numbers_.try_emplace(std::move(name), entries_.size());
    if (isNew)
      entries_.emplace_back().shown.name = known->first;
    return known->second;
  }

  /// What a pointer may point to, if the way to the memory says nothing about it.
  std::string objectsAt(SiteId site) {
    const TargetSetId set = facts_.pointsTo.targetSetOf(site);
    const auto [known, isNew] = objectWords_.try_emplace(set);
    if (!isNew)
      return known->second;
    const std::vector<ObjectId> &objects = facts_.pointsTo.objectsOf(set);
    std::string words = wordsForObjects(facts_, objects, kObjectsNamed);
    if (objects.size() == 1) // then it has the name that accesses without a pointer have
      std::erase(words, '\'');
    return known->second = words.empty() ? "memory without a name" : words;
  }

  /// Locks that are held whenever the access is made while there are other threads; nothing if it
  /// is made only before, or that is not known.
  [[nodiscard]] std::optional<std::vector<LockKeyId>> locksAt(SiteId site) const {
    std::optional<std::vector<LockKeyId>> held;
    for (const Visit &visit : facts_.visits.visitsOf(site)) {
      if (visit.alone || visit.owned || !visit.slice.empty())
        continue;
      std::vector<LockKeyId> here;
      for (const HeldKey &lock : visit.locks)
        if (!held || std::ranges::find(*held, lock.key) != held->end())
          here.push_back(lock.key);
      held = std::move(here);
    }
    return held;
  }

  [[nodiscard]] UsualLock usualLock(const std::vector<SiteId> &all) const {
    std::map<LockKeyId, std::vector<SiteId>> holders;
    std::vector<SiteId> places;
    for (const SiteId site : all)
      if (const std::optional<std::vector<LockKeyId>> held = locksAt(site)) {
        places.push_back(site);
        for (const LockKeyId key : *held)
          holders[key].push_back(site);
      }
    const auto most = std::ranges::max_element(
        holders, {}, [](const auto &holder) { return holder.second.size(); });
    if (most == holders.end() || 2 * most->second.size() <= places.size())
      return {};
    UsualLock usual{facts_.visits.describe(most->first, most->second.front()),
                    most->second.size(),
                    places.size(),
                    {}};
    for (const SiteId site : places)
      if (usual.without.size() < kWithoutNamed &&
          std::ranges::find(most->second, site) == most->second.end())
        usual.without.push_back(sites_[site.index()]);
    return usual;
  }

  const Facts &facts_;
  const SuspectSet &suspects_;
  const std::vector<AccessSite> &sites_;
  OpenVariables variables_;
  std::vector<Entry> entries_; ///< by number
  std::unordered_map<std::string, Number> numbers_;
  std::map<TargetSetId, std::string> objectWords_;
  std::unordered_map<const SiteId *, Cell> cells_; ///< of the current group
};

} // namespace

OpenVariables openVariables(const Facts &facts, const SuspectSet &suspects) {
  return LeftByVariable(facts, suspects).run();
}

} // namespace raceward
