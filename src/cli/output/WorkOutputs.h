// Files about the work on a check: --metrics while it goes on, --timeline after the end.
#pragma once

#include "output/OutputFile.h"
#include "raceward/check/Check.h"

#include <chrono>
#include <optional>
#include <string>

namespace raceward {

class WorkOutputs {
public:
  WorkOutputs() = default;
  /// The paths that --metrics and --timeline name; empty: none.
  static Result<WorkOutputs> to(const std::string &metrics, const std::string &timeline);

  /// The same events, of which metrics are written as well. They must not outlive this object.
  [[nodiscard]] CheckEvents watching(const CheckEvents &events);
  /// After the end.
  [[nodiscard]] Result<void> finish(const CheckStats &stats) const;

private:
  void take(const WorkStatus &status);

  OutputFile metrics_;
  OutputFile timeline_;
  std::optional<WorkStatus> last_;
  std::optional<std::chrono::steady_clock::time_point> written_;
};

} // namespace raceward
