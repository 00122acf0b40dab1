// The options that share a check out: -j, --checkpoint, --resume, --queue.
#pragma once

#include "OptionParser.h"
#include "QueueFlags.h"
#include "raceward/check/WorkOptions.h"

#include <string>

namespace raceward {

class ShareFlags {
public:
  void declare(OptionParser &parser);
  /// Requires that the parser has parsed.
  [[nodiscard]] Result<WorkOptions> options() const;
  /// The first of them that was given; empty: none.
  [[nodiscard]] std::string given() const;

private:
  std::string jobs_;
  std::string checkpoint_;
  std::string resume_;
  std::string log_;
  QueueFlags queue_;
};

} // namespace raceward
