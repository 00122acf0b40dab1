// The options that write down who works on a check: --metrics while it goes on, --timeline after
// the end.
#pragma once

#include "OptionParser.h"
#include "OutputFile.h"
#include "raceward/check/Check.h"

#include <chrono>
#include <optional>
#include <string>

namespace raceward {

class WorkOutputs {
public:
  WorkOutputs() = default;
  WorkOutputs(OutputFile metrics, OutputFile timeline)
      : metrics_(std::move(metrics)), timeline_(std::move(timeline)) {}

  /// The same events; who works is written, too. Not to outlive this.
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

class WorkFlags {
public:
  void declare(OptionParser &parser);
  /// Requires that the parser has parsed.
  [[nodiscard]] Result<WorkOutputs> outputs() const;

private:
  std::string metrics_;
  std::string timeline_;
};

} // namespace raceward
