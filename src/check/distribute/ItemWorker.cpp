#include "ItemWorker.h"

#include "request/SearchSetup.h"

namespace raceward {

namespace {

// Effort is counted in instructions, of which a machine executes some millions per second.
constexpr std::uint64_t kEffortOfEvent = 8;
constexpr std::uint64_t kEffortOfQuestion = 2'000; ///< to the solver

} // namespace

/// Creating a machine takes some milliseconds, so the last one is reused, unless it has state of
/// its last item: solver answers, which influence later ones, or gaps.
Result<void> ItemWorker::freshMachine() {
  if (machine_ && machine_->solverCounts().asked.queries == 0 && machine_->gaps().empty())
    return {};
  machine_.reset(); // frees its memory
  Result<std::unique_ptr<ThreadedMachine>> made = ThreadedMachine::make(
      program_, task_.machine, task_.visible, task_.model, threadBoundsOf(task_.options));
  if (!made)
    return fail(made.error());
  machine_ = std::move(*made);
  return {};
}

Result<ItemResult> ItemWorker::search(std::string_view bytes) {
  const Result<WorkItem> item = decodeItem(bytes);
  if (!item)
    return fail(item.error());
  if (Result<void> made = freshMachine(); !made)
    return fail(made.error());
  const std::uint64_t stepsBefore = machine_->work().steps;
  SearchOptions options = searchOptionsOf(task_);
  options.effort = [this] {
    return machine_->work().steps + kEffortOfEvent * machine_->work().events +
           kEffortOfQuestion * machine_->solverCounts().asked.queries;
  };
  Result<ItemResult> result = searchItem(*machine_, options, *item);
  if (!result) {
    machine_.reset();
    return result;
  }
  MachineReport report = reportOf(*machine_);
  report.steps -= stepsBefore;
  result->enclosed = encodeReport(report);
  return result;
}

ItemResult lostBecause(std::string why) {
  ItemResult lost;
  lost.ended = ItemResult::Ended::Lost;
  lost.why = std::move(why);
  lost.enclosed = encodeReport({});
  return lost;
}

ItemResult outOfMemory(const ThreadNames &names) {
  ItemResult result = lostBecause("memory ran out");
  result.ended = ItemResult::Ended::Memory;
  result.names = names;
  return result;
}

std::string ItemWorker::work(std::string_view item) {
  Result<ItemResult> result = search(item);
  if (!result)
    result = lostBecause(result.error().message);
  return encode(*result);
}

} // namespace raceward
