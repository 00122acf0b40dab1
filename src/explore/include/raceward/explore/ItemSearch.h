// searchItem(): searches the part of the tree that an item describes.
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/explore/WorkItem.h"

namespace raceward {

/// Uses source sets if Optimal was asked for, no pruning and eager lock order
/// (docs/develop/distributed-search.md says why). Bounds on runs and events do not apply to items.
Result<ItemResult> searchItem(Machine &machine, const SearchOptions &options, const WorkItem &item);

/// Brings the machine from the initial state to the end of the run, and returns the events. An
/// Error if the run cannot be repeated.
Result<Trace> repeat(Machine &machine, const ThreadNames &names, std::span<const NamedStep> run);

} // namespace raceward
