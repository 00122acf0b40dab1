// What a check found out: plain data, made by the check, read by the reports.
//
// Includes only the model, so that whoever shows a result need not see how programs are
// loaded, nor LLVM.
#pragma once

#include "raceward/model/Property.h"
#include "raceward/model/Verdict.h"

#include <cstdint>
#include <string>

namespace raceward {

struct CheckStats {
  double wallSeconds = 0;
  double cpuSeconds = 0;
  std::uint64_t peakMemoryBytes = 0;
  std::uint64_t functions = 0;
  std::uint64_t instructions = 0;
  std::uint64_t accessSites = 0;
  std::uint64_t memoryGroups = 0; ///< groups of sites that may touch the same memory
};

struct CheckResult {
  Ledger ledger;
  Verdict verdict; ///< conclude(ledger), nothing else
  MemoryModel model = MemoryModel::C11;
  std::string scope; ///< what the verdict speaks about: "all inputs, all schedules"
  CheckStats stats;
};

/// Of a check for another property than races.
struct PropertyResult {
  PathLedger ledger;
  PropertyVerdict verdict; ///< conclude(ledger), nothing else
  std::string scope;
  CheckStats stats;
};

} // namespace raceward
