// What racing writes do to memory, in every run of a search. Private to check.
//
// Two accesses that race make no difference to each other if a write stores what is there
// already, or if both store the same. That is known of a pair of places only if it is so each
// time they race, and a search that is exhausted has seen each time.
#pragma once

#include "MachineWatch.h"
#include "raceward/explore/Search.h"

#include <map>
#include <string>
#include <utility>

namespace raceward {

/// One place, and writes nothing.
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

  std::map<ThreadId, std::uint32_t> events_; ///< done by each thread in this run
  std::map<MarkId, std::map<ThreadId, std::uint32_t>> marked_;
  /// By thread and number of the event; those behind the run are overwritten when it gets there.
  std::map<std::pair<ThreadId, std::uint32_t>, Stored> stored_;
  std::map<std::pair<PositionId, PositionId>, Difference> seen_;
};

} // namespace raceward
