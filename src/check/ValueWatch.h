// What racing writes do to memory, in every run of a search. Private to check.
//
// Two accesses that race make no difference to each other if a write stores what is there
// already, or if both store the same. That is known of a pair of places only if it is so each
// time they race, and a search that is exhausted has seen each time.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/symex/ThreadedMachine.h"

#include <map>
#include <string>
#include <utility>

namespace raceward {

/// One place, and writes nothing.
[[nodiscard]] bool onlyReads(const Action &action);

/// Stands between the search and the machine.
class ValueWatch final : public Machine {
public:
  explicit ValueWatch(ThreadedMachine &machine) : machine_(machine) {}

  Result<void> restart() override;
  std::span<const ThreadId> enabled() override { return machine_.enabled(); }
  std::span<const ThreadId> disabled() override { return machine_.disabled(); }
  using Machine::next;
  const Operation &next(ThreadId t) const override { return machine_.next(t); }
  const Operation &next(ThreadId t, Outcome outcome) const override {
    return machine_.next(t, outcome);
  }
  [[nodiscard]] bool fixed(ThreadId t) const override { return machine_.fixed(t); }
  Result<std::span<const Outcome>> outcomes(ThreadId t) override { return machine_.outcomes(t); }
  Result<void> step(ThreadId t, Outcome outcome) override;
  MarkId mark() override;
  Result<void> rewind(MarkId mark) override;
  Result<bool> canOverlap(const Event &earlier, const Event &later) override {
    return machine_.canOverlap(earlier, later);
  }

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

  ThreadedMachine &machine_;
  std::map<ThreadId, std::uint32_t> events_; ///< done by each thread in this run
  std::map<MarkId, std::map<ThreadId, std::uint32_t>> marked_;
  /// By thread and number of the event; those behind the run are overwritten when it gets there.
  std::map<std::pair<ThreadId, std::uint32_t>, Stored> stored_;
  std::map<std::pair<PositionId, PositionId>, Difference> seen_;
};

} // namespace raceward
