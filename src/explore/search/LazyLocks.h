// LazyLocks: the orders of a run that has ended, without lock order that no data depends on.
//
// docs/develop/search.md, "Lazy lock order", has the argument. In short: two sections of one mutex
// that are plain and touch no conflicting data commute, as long as no race was found. So
// their order neither has to be reversed nor may it hide a race.
#pragma once

#include "raceward/model/CausalOrder.h"
#include "raceward/model/HappensBefore.h"
#include "raceward/model/Machine.h"
#include "raceward/model/Trace.h"

#include <optional>
#include <utility>

namespace raceward {

class LazyLocks {
public:
  LazyLocks(const Run &run, CriticalSections::WithInputs withInputs)
      : run_(run), sections_(run, withInputs), causal_(run, Dependency::Synchronisation),
        happensBefore_(run), loose_(run, HappensBefore::Reading::Loose) {}

  /// See CriticalSections.
  bool keepEager(ObjectId object) { return sections_.keepEager(object); }

  /// Computes the order of the current run.
  void rebuild();

  [[nodiscard]] const CausalOrder &order() const { return causal_; }
  [[nodiscard]] std::size_t firstUnsettled(std::size_t fresh) const {
    return sections_.firstUnsettled(fresh);
  }

  /// Positions of two accesses that the weaker order leaves unordered.
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  [[nodiscard]] Result<std::optional<Pair>> race(Machine &machine);
  /// Whether there is one under the loose reading. Requires: there is none under the strict one.
  [[nodiscard]] Result<bool> ambiguous(Machine &machine);

  /// The events that the pair needs, in an order in which the machine can perform them if
  /// the argument holds; ends with the pair.
  [[nodiscard]] Trace scheduleFor(Pair pair) const;

private:
  Result<std::optional<Pair>> firstRace(HappensBefore &happensBefore, Machine &machine);
  [[nodiscard]] std::size_t startOfOpenSection(std::uint32_t at) const;

  const Run &run_;
  CriticalSections sections_;
  CausalOrder causal_;
  HappensBefore happensBefore_;
  HappensBefore loose_;
};

/// Performs the schedule from the initial state: true if the machine can, and the last event
/// races with `first` by full happens-before. The state of the machine is undefined afterwards.
Result<bool> endsInRace(Machine &machine, std::span<const Event> schedule, Epoch first);

} // namespace raceward
