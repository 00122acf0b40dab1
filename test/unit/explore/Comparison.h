// The search held against the oracles on one program.
#pragma once

#include "Oracle.h"

namespace raceward::test {

/// Those of the table that satisfy `isWanted`.
template <typename IsWanted> std::vector<Reduction> reductionsThat(IsWanted isWanted) {
  std::vector<Reduction> found;
  for (const ReductionRow &row : reductions())
    if (isWanted(row.id))
      found.push_back(row.id);
  return found;
}
inline const std::vector<Reduction> kAllReductions = reductionsThat([](Reduction) { return true; });
/// Those that leave out equivalent runs.
inline const std::vector<Reduction> kReduced =
    reductionsThat([](Reduction reduction) { return reduction != Reduction::None; });
[[nodiscard]] std::string_view nameOf(Reduction reduction);

/// What a search of a scripted program saw.
struct Found {
  SearchResult result;
  std::set<std::string> finalStates;
  std::set<std::string> deadlocks;

  [[nodiscard]] std::uint64_t runs() const { return result.counters.runs; }
};
Found search(const Script &script, SearchOptions options);

/// What is wrong with the search; empty if nothing; nullopt if the program is too large.
using Complaint = std::optional<std::string>;
/// With every interleaving.
Complaint compareWithBruteForce(const Script &script, std::uint64_t maxInterleavings);
/// With one run of each class, by sleep sets alone: for larger programs.
Complaint compareWithSleepSets(const Script &script, std::uint64_t maxRuns);

/// Blocked runs of Source over the random programs of the first so many seeds. Not an
/// answer, but what a rule that only saves work is seen by.
std::uint64_t blockedRunsOfSource(std::uint64_t seeds);
inline constexpr std::uint64_t kBlockedSeeds = 300;
inline constexpr std::uint64_t kBlockedRunsOfSource = 155;

/// What is wrong with one reduction, eager and lazy lock order; empty if nothing.
std::string wrong(const Script &script, const Truth &truth, Reduction reduction);

} // namespace raceward::test
