// Heuristic order of suspects for people and for the search.
//
// A forgotten lock is usually forgotten altogether; code that takes a lock on both sides, and on
// some paths even the same one, mostly has a reason that the provers did not see. The more
// precisely the memory is known, and the more alike the program calls it, the more likely the two
// accesses really meet.
#include "raceward/prove/Explain.h"

#include "points/Cycles.h"
#include <algorithm>
#include <string_view>

namespace raceward {

namespace {

/// Maximum number of pairs examined to find the likeliest.
constexpr std::size_t kMostCandidates = 65'536;
/// A pointer to more objects than this is imprecise.
constexpr std::size_t kManyObjects = 4;

/// Whether locks protect a site.
enum class Guard : std::uint8_t { None, NotKnown, Sometimes, Always };

Guard guardOf(const Facts &facts, SiteId site) {
  if (facts.sections.alwaysInside(facts.instructionOf(site)))
    return Guard::Always;
  const std::span<const Visit> visits = facts.visits.visitsOf(site);
  if (visits.empty())
    return Guard::NotKnown;
  const auto guarded = std::count_if(visits.begin(), visits.end(), [](const Visit &visit) {
    return !visit.locks.empty() || visit.owned || visit.alone;
  });
  if (guarded == 0)
    return Guard::None;
  return static_cast<std::size_t>(guarded) == visits.size() ? Guard::Always : Guard::Sometimes;
}

unsigned pointsFor(Guard guard) {
  switch (guard) {
  case Guard::None:
    return 3;
  case Guard::NotKnown:
    return 2;
  case Guard::Sometimes:
    return 1;
  case Guard::Always:
    break;
  }
  return 0;
}

/// Executed by two threads of one kind at once, or repeatedly.
bool isBusy(const Facts &facts, SiteId site) {
  const SitePlace &place = facts.program.placeOf(site);
  for (const ThreadTemplate &thread : facts.threads.templates())
    if (!thread.single && thread.runs[place.function.index()])
      return true;
  return !isOutsideOfLoops(*place.origin);
}

bool isVague(const Facts &facts, SiteId site) {
  const auto &objects = facts.pointsTo.objectsOf(facts.pointsTo.targetSetOf(site));
  return objects.empty() || objects.size() > kManyObjects;
}

/// "head" of "q->head[i]": what is left of a name if the way to the memory is not looked at.
std::string_view lastPartOf(std::string_view name) {
  while (name.ends_with(']') && name.rfind('[') != std::string_view::npos)
    name = name.substr(0, name.rfind('['));
  const std::size_t separator = name.find_last_of(".>");
  return separator == std::string_view::npos ? name : name.substr(separator + 1);
}

/// Accesses to different members meet only where pointers are not told apart, or casts are.
bool mayMeanTheSame(const AccessSite &a, const AccessSite &b) {
  return !a.name.empty() && lastPartOf(a.name) == lastPartOf(b.name);
}

} // namespace

unsigned likelihoodOf(const Facts &facts, SiteId first, SiteId second) {
  // Locks decide; the rest only orders suspects with equal locks.
  unsigned score = 16 * (pointsFor(guardOf(facts, first)) + pointsFor(guardOf(facts, second)));
  const std::vector<AccessSite> &sites = facts.program.sites();
  if (mayMeanTheSame(sites[first.index()], sites[second.index()]))
    score += 8;
  for (const SiteId each : {first, second}) {
    const AccessSite &site = sites[each.index()];
    if (writes(site.kind))
      score += isBusy(facts, each) ? 3 : 2;
    if (!isVague(facts, each))
      score += 3;
    if (!site.call.empty()) // a handle, a buffer: seldom the cause
      score -= std::min(score, 1u);
  }
  return score;
}

std::vector<SuspectPair> likeliestLeft(const Facts &facts, const SuspectSet &suspects,
                                       std::size_t limit) {
  std::vector<SuspectPair> pairs = suspects.leftSample(std::max(limit, kMostCandidates));
  struct Rated {
    unsigned score;
    std::size_t index;
  };
  std::vector<Rated> order;
  order.reserve(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    order.push_back({likelihoodOf(facts, pairs[i].first, pairs[i].second), i});
  std::sort(order.begin(), order.end(), [](const Rated &a, const Rated &b) {
    return a.score != b.score ? a.score > b.score : a.index < b.index;
  });
  std::vector<SuspectPair> likeliest;
  for (const Rated &each : order) {
    if (likeliest.size() == limit)
      break;
    likeliest.push_back(std::move(pairs[each.index]));
  }
  return likeliest;
}

} // namespace raceward
