#include "ByVisits.h"

#include <algorithm>
#include <map>

namespace raceward {

namespace {

/// Text for the grounds of the removals of one group.
class GroundWords {
public:
  GroundWords(const Facts &facts, SuspectSet &suspects, const std::vector<SiteId> &sites)
      : facts_(facts), suspects_(suspects), sites_(sites) {}

  DetailId of(SiteLabel a, SiteLabel b) {
    const Grounds grounds = facts_.visits.groundsOf(a, b);
    if (grounds.other) // an incomplete explanation would mislead
      return {};
    std::vector<std::string> words;
    if (!grounds.locks.empty())
      words.push_back(lockWords(grounds));
    if (grounds.alone)
      words.emplace_back("one of the two comes before any thread exists");
    if (grounds.sameThread)
      words.emplace_back("one thread makes both");
    if (grounds.flag)
      words.emplace_back("a flag that is set once says which comes first");
    if (grounds.isNew)
      words.emplace_back("the object is new, and no other thread has its address yet");
    if (grounds.ownObject)
      words.emplace_back("each thread has an object of its own");
    if (grounds.ownPlace)
      words.emplace_back("each is to another part of one object");
    if (grounds.ownPart)
      words.emplace_back("each thread has a part of its own, by its number");
    std::string all;
    for (const std::string &each : words)
      all += (all.empty() ? "" : "; or ") + each;
    return all.empty() ? DetailId() : suspects_.detail(all);
  }

private:
  std::string lockWords(const Grounds &grounds) {
    std::vector<std::string> names;
    for (const LockKeyId key : grounds.locks)
      if (std::string name = nameOf(key);
          std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
    std::string words = "both hold " + names.front();
    for (std::size_t i = 1; i < names.size(); ++i)
      words += ", or both " + names[i];
    return words + (grounds.readers ? ", not both for reading" : "");
  }

  /// The name of the lock at the first access of the group that holds it.
  const std::string &nameOf(LockKeyId key) {
    const auto [known, isNew] = names_.try_emplace(key);
    if (isNew)
      for (const SiteId site : sites_)
        if (holds(site, key)) {
          known->second = facts_.visits.describe(key, site);
          break;
        }
    return known->second;
  }

  [[nodiscard]] bool holds(SiteId site, LockKeyId key) const {
    for (const Visit &visit : facts_.visits.visitsOf(site))
      for (const HeldKey &held : visit.locks)
        if (held.key == key)
          return true;
    return false;
  }

  const Facts &facts_;
  SuspectSet &suspects_;
  const std::vector<SiteId> &sites_;
  std::map<LockKeyId, std::string> names_;
};

} // namespace

void removeByVisits(Exclusion why, const std::string &reason, const Facts &facts,
                    SuspectSet &suspects, const Prover &self) {
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &sites) {
    GroundWords words(facts, suspects, sites);
    suspects.removePairs(
        group, self.name, reason, [&](SiteId site) { return facts.visits.labelOf(site); },
        [&](SiteLabel a, SiteLabel b) { return facts.visits.exclude(why, a, b); },
        [&](SiteLabel a, SiteLabel b) {
          return why == Exclusion::NeverExecuted ? DetailId() : words.of(a, b);
        });
  });
}

} // namespace raceward
