// The shortest story of a race: a run that ends in it and goes from one thread to another as
// rarely as possible (docs/minimise.md).
#pragma once

#include "raceward/explore/Search.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace raceward {

/// Events at which another thread goes on than before.
[[nodiscard]] std::size_t contextSwitches(std::span<const Event> run);

/// The events that the two racing accesses of a run need: those that come before the one at
/// `first`, or before the thread of the last one stood before it, in the order of dependent
/// events. An equivalent of a part of the run; data may still need more.
[[nodiscard]] Trace withoutBystanders(std::span<const Event> run, std::size_t first);

/// The same events, of which the last one stays, in an equivalent order with few switches: as
/// few as possible unless there are very many threads.
[[nodiscard]] Trace withFewSwitches(std::span<const Event> run);

struct SwitchBounds {
  std::uint64_t events = 20'000; ///< over all runs
  std::chrono::nanoseconds time = std::chrono::seconds(1);
};

/// Runs of the machine that end in a race of `pair`, have no race before it, and switch less
/// often than `below`: with one switch, with two, and so on (iterative context bounding).
/// No run may have more than `longest` events. Nothing: none was found within the bounds.
Result<std::optional<Trace>> fewestSwitches(Machine &machine, const RacingPair &pair,
                                            std::size_t below, std::size_t longest,
                                            const SwitchBounds &bounds);

/// A run that ends in the same race as `run`, whose first access is at `first`, without what the
/// race does not need and with as few switches as the bounds allow to find. Every step of the
/// way there is executed again; where one fails, what was there before stands.
Result<Trace> minimised(Machine &machine, const Trace &run, std::size_t first,
                        const SwitchBounds &bounds = {});

} // namespace raceward
