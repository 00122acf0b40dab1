// The names that users write for the choices of a search.
#pragma once

#include "raceward/base/NamedValue.h"
#include "raceward/explore/Reductions.h"
#include "raceward/explore/Search.h"
#include "raceward/model/Verdict.h"
#include "raceward/program/Load.h"

#include <array>

namespace raceward {

inline std::span<const NamedValue<MemoryModel>> memoryModelChoices() {
  static constexpr std::array<NamedValue<MemoryModel>, 2> kChoices{
      {{"c11", MemoryModel::C11}, {"sc", MemoryModel::Sc}}};
  return kChoices;
}

inline std::span<const NamedValue<Reduction>> reductionChoices() {
  static constexpr NamedValue<Reduction> kChoices[] = {
#define RW_REDUCTION(id, name, ...) {name, Reduction::id},
#include "raceward/explore/Reductions.def"
#undef RW_REDUCTION
  };
  return kChoices;
}

inline std::span<const NamedValue<Pruning>> pruningChoices() {
  static constexpr std::array<NamedValue<Pruning>, 3> kChoices{
      {{"none", Pruning::None}, {"published", Pruning::Published}, {"lockset", Pruning::Lockset}}};
  return kChoices;
}

inline std::span<const NamedValue<UnknownCalls>> unknownCallsChoices() {
  static constexpr std::array<NamedValue<UnknownCalls>, 2> kChoices{
      {{"gap", UnknownCalls::Gap}, {"arguments", UnknownCalls::Arguments}}};
  return kChoices;
}

/// Whether provers take part.
inline std::span<const NamedValue<bool>> proverChoices() {
  static constexpr std::array<NamedValue<bool>, 2> kChoices{{{"all", true}, {"none", false}}};
  return kChoices;
}

} // namespace raceward
