// The shortest run that shows a race: one that ends in it with as few context switches as possible
// (docs/develop/minimise.md).
#pragma once

#include "raceward/explore/Search.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace raceward {

/// Events whose thread is not that of the event before.
[[nodiscard]] std::size_t contextSwitches(std::span<const Event> run);

/// The events that the two racing accesses of a run need: those before the one at `first`, or
/// before the predecessor of the last one in its thread, in the order of dependent events.
/// Equivalent to a part of the run, but data may need more.
[[nodiscard]] Trace withoutBystanders(std::span<const Event> run, std::size_t first);

/// The same events, the last one in its place, in an equivalent order with few switches: the fewest
/// possible unless there are very many threads.
[[nodiscard]] Trace withFewSwitches(std::span<const Event> run);

struct SwitchBounds {
  std::uint64_t events = 20'000; ///< over all runs
  std::chrono::nanoseconds time = std::chrono::seconds(1);
};

/// A run of the machine that ends in a race of `pair`, has no race before it, and has fewer
/// switches than `below`: searched with one switch, with two, and so on (iterative context
/// bounding). No run may have more than `longest` events. Nothing: none was found within the
/// bounds.
Result<std::optional<Trace>> fewestSwitches(Machine &machine, const RacingPair &pair,
                                            std::size_t below, std::size_t longest,
                                            const SwitchBounds &bounds);

/// A run that ends in the same race as `run`, whose first access is at `first`, without the events
/// that the race does not need and with as few switches as can be found within the bounds. Each
/// candidate is executed; if it fails, the previous run is kept.
Result<Trace> minimised(Machine &machine, const Trace &run, std::size_t first,
                        const SwitchBounds &bounds = {});

} // namespace raceward
