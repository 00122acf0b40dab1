#include "BitFieldRuns.h"
#include "Provers.h"
#include "raceward/prove/ProverMutation.h"

#include <algorithm>
#include <map>

namespace raceward {

namespace {

/// A group with more kinds of places than this is labelled more coarsely, so that the table of its
/// pairs stays small.
constexpr std::size_t kMostPlaces = 4096;
constexpr std::size_t kMostPlacesOfABigGroup = 256;
constexpr std::size_t kBigGroup = 65536; ///< sites
/// Limit on the cost of comparing: places of all kinds, times kinds.
constexpr std::size_t kMostComparisons = 300'000'000;

/// Label 0: may overlap with everything. The others have a row in the table.
struct Labelling {
  std::map<SiteId, SiteLabel> labels;
  std::size_t count = 1;
  std::vector<bool> mayOverlap; ///< count × count

  [[nodiscard]] bool overlap(SiteLabel a, SiteLabel b) const {
    return a == 0 || b == 0 || mayOverlap[a * count + b];
  }
};

/// Gives sites with equal keys equal labels. Empty if there are too many. `sizeOf` a key is the
/// cost of comparing it.
template <typename Key, typename KeyOf, typename SizeOf, typename Overlap>
std::optional<Labelling> labelBy(const std::vector<SiteId> &sites, std::size_t most, KeyOf keyOf,
                                 SizeOf sizeOf, Overlap overlap) {
  Labelling made;
  std::map<Key, SiteLabel> known;
  std::vector<Key> keys;
  std::size_t size = 0;
  for (const SiteId site : sites) {
    const std::optional<Key> key = keyOf(site);
    if (!key) {
      made.labels[site] = 0;
      continue;
    }
    const auto [at, isNew] = known.try_emplace(*key, static_cast<SiteLabel>(keys.size() + 1));
    if (isNew) {
      keys.push_back(*key);
      size += sizeOf(*key);
    }
    if (keys.size() > most || keys.size() * size > kMostComparisons)
      return std::nullopt;
    made.labels[site] = at->second;
  }
  made.count = keys.size() + 1;
  made.mayOverlap.assign(made.count * made.count, true);
  for (std::size_t a = 1; a < made.count; ++a)
    for (std::size_t b = a; b < made.count; ++b)
      made.mayOverlap[a * made.count + b] = made.mayOverlap[b * made.count + a] =
          overlap(keys[a - 1], keys[b - 1]);
  return made;
}

struct Access {
  TargetSetId set;
  std::optional<std::uint64_t> bytes;
  auto operator<=>(const Access &) const = default;
};

/// The target set of a site; empty if it is unknown, or contains an object that may have another
/// name.
std::optional<TargetSetId> knownSet(const PointsTo &pointsTo, SiteId site) {
  const TargetSetId set = pointsTo.targetSetOf(site);
  const std::vector<ObjectId> &objects = pointsTo.objectsOf(set);
  const bool isKnown =
      !objects.empty() && std::none_of(objects.begin(), objects.end(), [&](ObjectId object) {
        return pointsTo.object(object).isExternal && !mutated(ProverMutation::DisjointExternal);
      });
  return isKnown ? std::optional(set) : std::nullopt;
}

/// The finest labels that are few enough: by place, by the set of objects, by a coarse number of
/// the one object.
std::optional<Labelling> labelsOf(const Facts &facts, const std::vector<SiteId> &sites,
                                  std::optional<std::uint64_t> together) {
  const PointsTo &pointsTo = facts.pointsTo;
  // Two threads only meet in memory that is shared.
  const std::vector<bool> &shared = facts.sharing.shared();
  const std::size_t most = sites.size() > kBigGroup ? kMostPlacesOfABigGroup : kMostPlaces;
  if (together) {
    auto byPlace = labelBy<Access>(
        sites, most,
        [&](SiteId site) -> std::optional<Access> {
          const auto set = knownSet(pointsTo, site);
          if (!set)
            return std::nullopt;
          return Access{*set, facts.program.sites()[site.index()].bytes};
        },
        [&](const Access &access) { return pointsTo.placeCountOf(access.set); },
        [&](const Access &a, const Access &b) {
          return pointsTo.mayOverlap(a.set, a.bytes, b.set, b.bytes, *together, &shared);
        });
    if (byPlace)
      return byPlace;
  }
  // Keyed by the first site with these objects: equal sets of objects have equal keys.
  std::map<std::vector<ObjectId>, TargetSetId> sameObjects;
  auto byObjects = labelBy<TargetSetId>(
      sites, most,
      [&](SiteId site) -> std::optional<TargetSetId> {
        const auto set = knownSet(pointsTo, site);
        if (!set)
          return std::nullopt;
        return sameObjects.try_emplace(pointsTo.objectsOf(*set), *set).first->second;
      },
      [&](TargetSetId set) { return pointsTo.objectsOf(set).size(); },
      [&](TargetSetId a, TargetSetId b) { return pointsTo.mayMeet(a, b, shared); });
  if (byObjects)
    return byObjects;
  return labelBy<std::uint32_t>(
      sites, most,
      [&](SiteId site) -> std::optional<std::uint32_t> {
        const auto set = knownSet(pointsTo, site);
        if (!set || pointsTo.objectsOf(*set).size() != 1)
          return std::nullopt;
        const ObjectId object = pointsTo.objectsOf(*set).front();
        if (pointsTo.object(object).kind == AbstractObject::Kind::Anything)
          return std::nullopt;
        return object.index() % static_cast<std::uint32_t>(most);
      },
      [](std::uint32_t) { return std::size_t{1}; },
      [](std::uint32_t a, std::uint32_t b) { return a == b; });
}

} // namespace

// Idea: two accesses cannot race if no byte is common to them (PointsTo.h): they are to different
// objects, or to parts of one object whose offsets never meet. Objects that are not shared
// (Sharing.h) do not count, as each thread has its own. Adjacent bit-fields are one memory
// location however they are split into bytes, so that accesses closer than the widest run of
// bit-fields count as overlapping.
//
// Labels are the places of a site and the size of its access, and a table says which of them may
// overlap. If there are too many, coarser labels are used: the set of objects, then a hash of the
// only object. An object that is defined elsewhere may be another one by another name: such a site
// gets label 0, which overlaps with everything.
void proveDisjoint(const Facts &facts, SuspectSet &suspects, const Prover &self) {
  const std::optional<std::uint64_t> together = widestBitFieldRun(facts.program);
  forEachOpenGroup(suspects, [&](GroupId group, const std::vector<SiteId> &sites) {
    const std::optional<Labelling> labelling = labelsOf(facts, sites, together);
    if (!labelling)
      return;
    suspects.removePairs(
        group, self.name, self.description,
        [&](SiteId site) {
          const auto known = labelling->labels.find(site);
          return known == labelling->labels.end() ? SiteLabel{0} : known->second;
        },
        [&](SiteLabel a, SiteLabel b) { return !labelling->overlap(a, b); });
  });
}

} // namespace raceward
