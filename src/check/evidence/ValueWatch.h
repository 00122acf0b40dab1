// Effects of racing writes on memory, in every run of a search. Private to check.
//
// The order of two racing accesses makes no difference if a write stores the value that is there
// already, or if both store the same value. For a pair of places this is known only if it holds
// each time they race, and an exhausted search has seen each time.
#pragma once

#include "MachineWatch.h"
#include "raceward/explore/Search.h"

#include <map>
#include <string>
#include <utility>

namespace raceward {

/// Reads one place, and writes nothing.
[[nodiscard]] bool onlyReads(const Action &action);

class ValueWatch final : public MachineWatch {
public:
  explicit ValueWatch(ThreadedMachine &machine) : MachineWatch(machine) {}

  Result<void> restart() override;
  Result<void> step(ThreadId t, Outcome outcome) override;
  MarkId mark() override;
  Result<void> rewind(MarkId mark) override;

  /// For SearchOptions::onRace.
  void raced(const Event &earlier, const Event &later);

  /// Why the order of the two never made a difference; empty if it may have.
  [[nodiscard]] std::string whyNoDifference(const RacingPair &pair) const;

private:
  struct Stored {
    Address at;
    Term before;
    Term after;
  };
  enum class Difference : std::uint8_t { StoresWhatIsThere, StoreTheSame, Possible };
  [[nodiscard]] const Stored *storedBy(const Event &event) const;
  [[nodiscard]] Difference differenceOf(const Event &a, const Event &b) const;

  std::map<ThreadId, std::uint32_t> events_; ///< performed by each thread in this run
  std::map<MarkId, std::map<ThreadId, std::uint32_t>> marked_;
  /// By thread and number of the event; entries beyond the run are overwritten later.
  std::map<std::pair<ThreadId, std::uint32_t>, Stored> stored_;
  std::map<std::pair<PositionId, PositionId>, Difference> seen_;
};

} // namespace raceward
