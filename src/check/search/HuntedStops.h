// HuntedStopCount: counts where hunted runs ended. Private to check.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/symex/ThreadedMachine.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace raceward {

class HuntedStopCount {
public:
  explicit HuntedStopCount(ThreadedMachine &machine) : machine_(machine) {}

  /// The machine is still where it ended.
  void runEnded();
  /// Most frequent first.
  [[nodiscard]] std::vector<HuntedStop> all() const;

private:
  ThreadedMachine &machine_;
  std::map<std::pair<SourcePosition, std::string>, std::uint64_t> runs_;
};

/// Adds those of another hunt.
void addStops(const std::vector<HuntedStop> &stops, std::vector<HuntedStop> &to);

} // namespace raceward
