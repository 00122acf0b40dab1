// The readers of a lock that a writer, reversed to come before one of them, must precede (rule R8).
#pragma once

#include "raceward/model/CausalOrder.h"

#include <vector>

namespace raceward {

/// Operations of readers and of semaphores, and of families that are not known here: their order
/// decides what other threads do there, and whether they are enabled.
[[nodiscard]] bool isOfReadersOrSemaphores(const Action &action);

/// A writer goes before some ReadLock, so it goes before every other one since the last writer
/// whose ReadUnlock comes after one of these, or not before position `end`: it would find the
/// lock taken. Begins with one position in `readers`, adds the others, and sorts them.
void addReadersThatStay(const Run &run, const CausalOrder &order, std::size_t end,
                        std::vector<std::uint32_t> &readers);

} // namespace raceward
