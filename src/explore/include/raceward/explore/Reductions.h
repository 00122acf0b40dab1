// The reductions of the search: their values, names and properties, from the one table
// Reductions.def. docs/develop/search.md explains the algorithms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace raceward {

/// Each is the baseline of the next.
enum class Reduction : std::uint8_t {
#define RW_REDUCTION(id, name, summary, fallback, sleepOnMutexes) id,
#include "raceward/explore/Reductions.def"
#undef RW_REDUCTION
};

/// A row of Reductions.def, which explains the columns.
struct ReductionRow {
  Reduction id;
  std::string_view name;
  std::string_view summary;
  Reduction fallback;
  bool sleepOnMutexes;
};

/// All of them, at the index that is their value.
[[nodiscard]] std::span<const ReductionRow> reductions();
[[nodiscard]] const ReductionRow &rowOf(Reduction reduction);
[[nodiscard]] std::optional<Reduction> reductionNamed(std::string_view name);

} // namespace raceward
