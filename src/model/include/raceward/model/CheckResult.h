// The result of a check: plain data, produced by the check, read by the reports.
//
// Includes only the model, so that code that renders a result sees neither the loader nor LLVM.
#pragma once

#include "raceward/model/EntryDriver.h"
#include "raceward/model/Property.h"
#include "raceward/model/Verdict.h"
#include "raceward/model/WorkStatus.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

/// A place where single runs ended, or where one of their threads stayed.
struct HuntedStop {
  std::uint64_t runs = 0;
  SourcePosition at; ///< may be unknown
  std::string reason;
};

/// Statistics of executing schedules.
struct ExplorationStats {
  std::string ended;                   ///< stable: "exhausted", "first race", "time bound" …
  std::uint64_t runs = 0;              ///< complete ones
  std::uint64_t blockedRuns = 0;       ///< pruned: all remaining runs are equivalent to others
  std::uint64_t huntedRuns = 0;        ///< single runs, without exhaustive search
  std::vector<HuntedStop> huntedStops; ///< most frequent first
  std::uint64_t events = 0;
  std::uint64_t steps = 0;        ///< instructions executed
  std::uint64_t queries = 0;      ///< that a solver answered
  std::uint64_t visibleSites = 0; ///< access sites that could not be proved harmless
  std::uint64_t reachedSites = 0; ///< those of them that some run reached
  // States checked for whether anything can still race, those where nothing can, and the runs
  // omitted for that (docs/develop/pruning.md).
  std::uint64_t pruningChecks = 0;
  std::uint64_t pruningYes = 0;
  std::uint64_t pruningSkipped = 0;
  double solverSeconds = 0;
  double seconds = 0;
};

struct CheckStats {
  double wallSeconds = 0;
  double cpuSeconds = 0;
  std::uint64_t peakMemoryBytes = 0;
  std::uint64_t functions = 0;
  std::uint64_t instructions = 0;
  std::uint64_t accessSites = 0;
  std::uint64_t memoryGroups = 0;              ///< groups of sites that may touch the same memory
  std::optional<ExplorationStats> exploration; ///< empty if no schedule was executed
  std::optional<WorkHistory> work;             ///< empty if the search was not distributed
  std::optional<EntryDriver> driver;           ///< empty if the program has its own main
  std::vector<std::string> sources; ///< files that the compiler read, and a report quotes
};

/// Kind of the suspects of a check.
enum class Subject : std::uint8_t {
  DataRaces,  ///< pairs of accesses
  ValueRaces, ///< uses of a variable whose value may depend on the order of the threads
};

struct CheckResult {
  Ledger ledger;
  MemoryModel model = MemoryModel::C11;
  std::string scope; ///< scope of the verdict: "all inputs, all schedules"
  CheckStats stats;
  Subject subject = Subject::DataRaces;

  /// Follows from the ledger each time it is asked, so that it cannot contradict it.
  [[nodiscard]] Verdict verdict() const { return conclude(ledger); }
};

/// Result of a check for a property other than races.
struct PropertyResult {
  PathLedger ledger;
  std::string scope;
  CheckStats stats;

  [[nodiscard]] PropertyVerdict verdict() const { return conclude(ledger); }
};

} // namespace raceward
