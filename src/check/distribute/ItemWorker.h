// ItemWorker: searches items of one program. A result does not depend on earlier items: each item
// gets a machine without state of them.
#pragma once

#include "MachineReport.h"
#include "raceward/check/ExploreTask.h"
#include "raceward/explore/ItemSearch.h"

#include <memory>
#include <string>

namespace raceward {

class ItemWorker {
public:
  /// Both must outlive it.
  ItemWorker(const Program &program, const ExploreTask &task) : program_(program), task_(task) {}

  /// Takes an encoded item and returns its encoded result, even on failure.
  std::string work(std::string_view item);

private:
  Result<ItemResult> search(std::string_view item);
  Result<void> freshMachine();

  const Program &program_;
  const ExploreTask &task_;
  std::unique_ptr<ThreadedMachine> machine_; ///< of the last item
};

/// Give up on an item after this many worker crashes.
inline constexpr unsigned kMostDeaths = 3;
/// Result for an abandoned item.
ItemResult lostBecause(std::string why);
/// Result for an item that ran out of memory.
ItemResult outOfMemory(const ThreadNames &names);

} // namespace raceward
