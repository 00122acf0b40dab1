// What a check is asked, and how it lets the world take part. Plain data.
#pragma once

#include "raceward/cele/Encoding.h"
#include "raceward/check/ExploreOptions.h"
#include "raceward/model/Verdict.h"
#include "raceward/model/WorkStatus.h"
#include "raceward/program/Load.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// The route for a CELE program (docs/use/cele-check.md).
enum class CeleRoute : std::uint8_t {
  Constraints, ///< the static route; its races are confirmed by execution
  Execution,   ///< the exact route
  Both,        ///< one after the other; if they differ, there is no answer
};

struct CeleOptions {
  CeleRoute route = CeleRoute::Constraints;
  cele::Encoding encoding = cele::Encoding::Exact;
};

struct CheckRequest {
  LoadRequest load;
  MemoryModel model = MemoryModel::C11;
  std::optional<double> timeLimitSeconds;
  std::optional<std::uint64_t> memoryLimitBytes;
  /// Command of a second solver that also gets every query; empty: none.
  std::vector<std::string> crossCheck;
  ExploreOptions explore;
  CeleOptions cele;
};

/// Whether the request is for a CELE program: all of its files are.
[[nodiscard]] bool isCele(const LoadRequest &load);

/// Callbacks of a check; every member may be empty.
struct CheckEvents {
  std::function<void(std::string_view phase)> onProgress; ///< "compiling queue.c" …
  std::function<void(std::string_view text)> onWarnings;  ///< the compiler's, unchanged
  /// Called every few milliseconds, with the memory that the check holds.
  std::function<void(std::uint64_t memoryBytes)> onTick;
  /// The workers, while the check is distributed.
  std::function<void(const WorkStatus &status)> onWork;
  std::function<bool()> cancelled; ///< true ends the check
};

} // namespace raceward
