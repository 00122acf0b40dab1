// A search that is cut into items, whose results come in any order, some of them twice.
#pragma once

#include "Comparison.h"
#include "raceward/explore/WorkTree.h"

namespace raceward::test {

/// Places of races, the smaller one first.
using RacePlaces = std::set<std::array<std::uint64_t, 2>>;
[[nodiscard]] RacePlaces placesOf(const std::set<RacingPair> &races);

struct FoundInItems {
  Found found; ///< without its races
  RacePlaces races;
  std::uint64_t items = 0;
  /// Of each item that counted, in that order.
  std::vector<std::string> ids;
};
/// The seed decides who is served when; nothing else may depend on it.
FoundInItems searchInItems(const Script &script, SearchOptions options, const ItemSizes &sizes,
                           std::uint64_t seed);

/// Tiny items of several shapes.
[[nodiscard]] ItemSizes sizesBy(std::uint64_t seed);

/// What is wrong with a search in items; empty if nothing.
std::string wrongInItems(const Script &script, const Truth &truth, Reduction reduction,
                         std::uint64_t seed);

} // namespace raceward::test
