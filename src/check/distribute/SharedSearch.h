// SharedSearch: the coordinator of a search in items.
//
// What is known lies in the tree, and in the journal before anything rests on it; crews only
// carry out what the tree asks for.
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
  std::string search; ///< names it; see WorkTree
  double seconds = 0; ///< for all of it
  std::string log;    ///< see WorkOptions
  std::function<void(const WorkStatus &)> onStatus;
};

/// What came of it. The reports of all items are one.
struct SharedSearchResult {
  bool isExhausted = false;
  SearchEnd ended = SearchEnd::Exhausted;
  SearchCounters counters;
  bool ambiguousOrder = false;
  std::vector<WorkTree::KnownRace> races;
  std::vector<std::string> losses;
  std::string left; ///< what is missing, in words, if it was not exhausted
  MachineReport machine;
  WorkHistory history;
};

/// `journal` may be null. An Error means that there is no way to go on; the journal keeps what was
/// done.
Result<SharedSearchResult> searchShared(const SharedSearchOptions &options, SearchWorkers &pool,
                                        WorkJournal *journal);

} // namespace raceward
