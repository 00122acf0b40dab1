// withAllAccesses(): a hunted run, with the accesses that were not events of it. Private to check.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/symex/ThreadedMachine.h"

#include <optional>

namespace raceward {

/// The machine must show quiet accesses. Each is put where it happened: right after the event
/// before it in its thread. Nothing if the run becomes too long, or does not go that way: a thread
/// may stop at more places then.
[[nodiscard]] std::optional<Trace> withAllAccesses(ThreadedMachine &machine, const Trace &found);

} // namespace raceward
