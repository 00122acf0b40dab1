#include "BitFieldRuns.h"

#include "raceward/program/DebugInfo.h"
#include "raceward/prove/ProverMutation.h"

#include <algorithm>

namespace raceward {

namespace {

/// The unit through which the compiler accesses a bit-field may begin before it.
constexpr std::uint64_t kWidestUnit = 16;

/// In bytes, from the first bit of a run to its last one.
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
    // Members of a union, and of nonsense, may lie before the first one.
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
  // A member without its struct: nobody knows how many there are.
  if (mutated(ProverMutation::BitFieldUnits))
    return widest;
  return widest == 0 ? std::nullopt : std::optional(widest + kWidestUnit);
}

} // namespace raceward
