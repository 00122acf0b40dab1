#include "../FixedPlace.h"
#include "Provers.h"
#include "raceward/program/DebugInfo.h"

#include <map>
#include <set>

namespace raceward {

namespace {

/// Cells split by place; a group with more places than this is split by variable only,
/// so that the table of its pairs stays small.
constexpr std::size_t kMostPlaces = 256;

/// Neighbouring bit-fields are one memory location, however the compiler cuts them into
/// bytes. Without debug information nobody knows whether there are any.
bool mayHaveBitFields(const Program &program) {
  const std::vector<const llvm::DIType *> types = debugTypesOf(program.module());
  if (types.empty())
    return true;
  for (const llvm::DIType *type : types)
    if (const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(type);
        member && member->isBitField())
      return true;
  return false;
}

struct Range {
  FixedPlace place;
  std::uint64_t bytes = 0; ///< 0: from somewhere to somewhere in the object
  auto operator<=>(const Range &) const = default;
};

bool neverOverlap(const Range &a, const Range &b, bool fieldsCount) {
  if (a.place.object != b.place.object)
    return true;
  if (!fieldsCount || a.bytes == 0 || b.bytes == 0)
    return false;
  const Range &low = a.place.offset <= b.place.offset ? a : b;
  const Range &high = a.place.offset <= b.place.offset ? b : a;
  const std::uint64_t distance =
      static_cast<std::uint64_t>(high.place.offset) - static_cast<std::uint64_t>(low.place.offset);
  return distance >= low.bytes;
}

} // namespace

// Two variables never overlap, nor do two parts of one that are apart; what is only known
// as "behind a pointer" may overlap with everything in its group.
void proveDisjoint(const Facts &facts, SuspectSet &suspects, const std::string &name) {
  const bool fieldsCount = !mayHaveBitFields(facts.program);
  forEachOpenGroup(
      facts, suspects, [&](GroupId group, MemoryClass, const std::vector<SiteId> &sites) {
        const auto rangeOf = [&](SiteId id) -> std::optional<Range> {
          const auto place = fixedPlaceOf(facts.program, *facts.program.placeOf(id).pointer);
          if (!place)
            return std::nullopt;
          return Range{*place, facts.program.sites()[id.index()].bytes.value_or(0)};
        };
        // Numbered in the order of sites, so that labels do not depend on addresses.
        std::vector<Range> ranges;
        std::map<Range, SiteLabel> labels;
        std::set<Range> distinct;
        for (const SiteId id : sites)
          if (const auto range = rangeOf(id))
            distinct.insert(*range);
        const bool coarse = distinct.size() > kMostPlaces;
        const auto labelOf = [&](SiteId id) -> SiteLabel {
          std::optional<Range> range = rangeOf(id);
          if (!range)
            return 0;
          if (coarse)
            range = Range{{range->place.object, 0}, 0};
          const auto [at, isNew] = labels.try_emplace(*range, ranges.size() + 1);
          if (isNew)
            ranges.push_back(*range);
          return at->second;
        };
        suspects.removePairs(group, name, "never the same bytes", labelOf,
                             [&](SiteLabel a, SiteLabel b) {
                               return a != 0 && b != 0 && a != b &&
                                      neverOverlap(ranges[a - 1], ranges[b - 1], fieldsCount);
                             });
      });
}

} // namespace raceward
