// searchItem(): the part of a search that an item stands for.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/explore/WorkItem.h"

namespace raceward {

/// What is searched with source sets where Optimal was asked for, without pruning and with eager
/// lock order (docs/parallel.md says why). Bounds on runs and events are not for items.
Result<ItemResult> searchItem(Machine &machine, const SearchOptions &options, const WorkItem &item);

/// Brings the machine to the end of the run, from the initial state, and says which events these
/// were. An Error if it cannot be repeated.
Result<Trace> repeat(Machine &machine, const ThreadNames &names, std::span<const NamedStep> run);

} // namespace raceward
