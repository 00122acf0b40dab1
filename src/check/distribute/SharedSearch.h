// SharedSearch: the coordinator of a search in items.
//
// The state of the search is in the WorkTree, and durable in the journal before anything relies on
// it; crews only carry out the items that the tree issues.
#pragma once

#include "MachineReport.h"
#include "SearchWorkers.h"
#include "raceward/explore/WorkJournal.h"
#include "raceward/explore/WorkTree.h"
#include "raceward/model/WorkStatus.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>

namespace raceward {

struct SharedSearchOptions {
  ItemSizes sizes;
  std::string search; ///< its identity; see WorkTree
  double seconds = 0; ///< for the whole search
  std::string log;    ///< see WorkOptions
  std::function<void(const WorkStatus &)> onStatus;
};

/// The result. The reports of all items are merged.
struct SharedSearchResult {
  bool isExhausted = false;
  SearchEnd ended = SearchEnd::Exhausted;
  SearchCounters counters;
  bool ambiguousOrder = false;
  std::vector<WorkTree::KnownRace> races;
  std::vector<std::string> losses;
  std::string left; ///< the open part, in words, if it was not exhausted
  MachineReport machine;
  WorkHistory history;
};

/// `journal` may be null. An Error means that the search cannot continue; the journal keeps the
/// results so far.
Result<SharedSearchResult> searchShared(const SharedSearchOptions &options, SearchWorkers &pool,
                                        WorkJournal *journal);

} // namespace raceward
