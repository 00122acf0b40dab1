// ItemWorker: searches items of one program. What comes of one does not depend on those before it:
// each gets a machine that knows nothing of them.
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

  /// An item as bytes in, its result as bytes out, whatever happens.
  std::string work(std::string_view item);

private:
  Result<ItemResult> search(std::string_view item);
  Result<void> freshMachine();

  const Program &program_;
  const ExploreTask &task_;
  std::unique_ptr<ThreadedMachine> machine_; ///< of the last item
};

/// After so many processes died over an item, the item is to blame.
inline constexpr unsigned kMostDeaths = 3;
/// Of an item that nothing came of.
ItemResult lostBecause(std::string why);
/// Of one over which memory ran out.
ItemResult outOfMemory(const ThreadNames &names);

} // namespace raceward
