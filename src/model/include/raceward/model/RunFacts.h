// What a reader of a run asks at one of its steps.
#pragma once

#include "raceward/model/Evidence.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace raceward {

/// A lock that a thread has taken and not given back.
struct HeldLock {
  std::uint32_t step = 0; ///< that took it
  bool shared = false;    ///< as a reader
};

/// What the thread of this step holds before it, the oldest first.
std::vector<HeldLock> locksHeldBefore(const Evidence &run, std::size_t step);

/// The last step of the same thread before this one that orders it with others, atomics included.
std::optional<std::uint32_t> lastSynchronisation(const Evidence &run, std::size_t step);

/// Steps of the schedule at which another thread than before goes on. Steps that only data
/// decides count like all others, as they are executed by somebody.
std::size_t contextSwitches(const Evidence &run);

/// Whether every thread and step that is named by its number is there: reports look them up.
bool numbersFit(const Evidence &run);

/// Which way data went is told by the inputs; such a step says nothing more to a reader. Neither do
/// atomic variables of a library.
bool isQuiet(const EvidenceStep &step);

} // namespace raceward
