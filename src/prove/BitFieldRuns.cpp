#include "BitFieldRuns.h"

#include "raceward/program/BitFieldUnit.h"
#include "raceward/program/DebugInfo.h"
#include "raceward/prove/Prover.h"
#include "raceward/prove/ProverMutation.h"

#include <algorithm>

namespace raceward {

namespace {

/// Maximum size of the unit that the compiler accesses for a bit-field; it may begin before the
/// field.
constexpr std::uint64_t kWidestUnit = 16;

/// In bytes, from the first bit of a run to its last.
std::uint64_t widestRunOf(const llvm::DICompositeType &type) {
  std::uint64_t widest = 0;
  constexpr std::uint64_t kNoRun = UINT64_MAX;
  std::uint64_t begin = kNoRun;
  for (const llvm::MDOperand &operand : elementsOf(type)) {
    const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(operand.get());
    if (!member || !member->isBitField()) {
      begin = kNoRun;
      continue;
    }
    // Members of a union, and of malformed types, may lie before the first one.
    begin = std::min(begin, member->getOffsetInBits());
    const std::uint64_t end = member->getOffsetInBits() + member->getSizeInBits();
    widest = std::max(widest, (end - begin) / 8 + 1);
  }
  return widest;
}

} // namespace

std::optional<std::uint64_t> widestBitFieldRun(const Program &program) {
  const std::vector<const llvm::DIType *> types = debugTypesOf(program.module());
  if (types.empty() && !mutated(ProverMutation::BitFieldsUndescribed))
    return std::nullopt;
  bool hasBitFields = false;
  std::uint64_t widest = 0;
  for (const llvm::DIType *type : types) {
    if (const auto *record = llvm::dyn_cast<llvm::DICompositeType>(type))
      widest = std::max(widest, widestRunOf(*record));
    if (const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(type))
      hasBitFields = hasBitFields || member->isBitField();
  }
  if (!hasBitFields || mutated(ProverMutation::BitFieldRunsLength))
    return 0;
  // A member without its struct: the length of the run is unknown.
  if (mutated(ProverMutation::BitFieldUnits))
    return widest;
  return widest == 0 ? std::nullopt : std::optional(widest + kWidestUnit);
}

namespace {

struct UnitOfASite {
  SiteId site;
  BitFieldUnit unit;
};

/// If C types are unknown, units without a common byte may still belong to one run.
bool mayBeApartInOneRun(const Facts &facts, const UnitOfASite &a, const UnitOfASite &b,
                        std::optional<std::uint64_t> widestRun) {
  const PointsTo &pointsTo = facts.pointsTo;
  const auto mayMeet = [&](std::uint64_t together) {
    const auto bytesOf = [&](SiteId site) { return facts.program.sites()[site.index()].bytes; };
    return pointsTo.mayOverlap(pointsTo.targetSetOf(a.site), bytesOf(a.site),
                               pointsTo.targetSetOf(b.site), bytesOf(b.site), together);
  };
  if (a.unit.isOpen || b.unit.isOpen)
    return !mayMeet(1) && (!widestRun || mayMeet(*widestRun));
  const std::uint64_t between =
      std::max(a.unit.begin, b.unit.begin) - std::min(a.unit.begin, b.unit.begin);
  return areApartInOneRun(a.unit, b.unit) && mayMeet(between + 1);
}

} // namespace

std::vector<Gap> bitFieldGaps(const Facts &facts, const SuspectSet &suspects) {
  const std::vector<AccessSite> &sites = facts.program.sites();
  std::vector<UnitOfASite> units;
  for (const SiteId site : suspects.openSites())
    if (const llvm::Instruction *origin = facts.program.placeOf(site).origin)
      if (const std::optional<BitFieldUnit> unit = bitFieldUnitOf(*origin))
        units.push_back({site, *unit});
  if (units.size() < 2)
    return {};
  const std::optional<std::uint64_t> widestRun = widestBitFieldRun(facts.program);
  if (widestRun == std::optional<std::uint64_t>(0))
    return {};
  for (std::size_t i = 0; i < units.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const AccessSite &a = sites[units[j].site.index()];
      const AccessSite &b = sites[units[i].site.index()];
      if (!couldRace(a, b) || !mayBeApartInOneRun(facts, units[i], units[j], widestRun) ||
          !suspects.isLeft(a.id, b.id))
        continue;
      const bool isOpen = units[i].unit.isOpen || units[j].unit.isOpen;
      return {Gap{GapKind::AmbiguousOrder,
                  "'" + a.name + "' and '" + b.name +
                      (isOpen ? "' look like neighbouring bit-fields: these are"
                              : "' are neighbouring bit-fields:") +
                      " one memory location in C, although the compiler accesses them apart",
                  a.at,
                  isOpen ? "compile with -g, so that bit-fields are known"
                         : "hold one lock for both, or put a bit-field without a name and of "
                           "width 0 between them"}};
    }
  return {};
}

} // namespace raceward
