#include "LocalCrew.h"

#include "ItemWorker.h"

#include <utility>

namespace raceward {
namespace {

/// After so many workers died over an item, the item is to blame.
constexpr unsigned kMostDeaths = 2;

} // namespace

LocalCrew::LocalCrew(const Program &program, const ExploreTask &task, unsigned size)
    : processes_(size,
                 [&program, &task] {
                   const auto worker = std::make_shared<ItemWorker>(program, task);
                   return [worker](std::string_view item) { return worker->work(item); };
                 }),
      workers_(size), begun_(size) {
  for (unsigned i = 0; i < size; ++i)
    workers_[i].name = "worker " + std::to_string(i + 1);
}

double LocalCrew::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool LocalCrew::canTake() const {
  return processes_.idle().has_value() && again_.empty();
}

Result<void> LocalCrew::start(unsigned member, Task task) {
  if (Result<void> asked = processes_.ask(member, encode(task.issued.item)); !asked)
    return asked;
  begun_[member] = now();
  workers_[member].isBusy = true;
  atWork_.insert_or_assign(member, std::move(task));
  return {};
}

Result<void> LocalCrew::give(const WorkTree::Issued &issued) {
  return start(*processes_.idle(), {issued, 0});
}

Result<void> LocalCrew::repeat(const WorkTree::Issued &issued) {
  ++repeated_;
  again_.push_back({issued, 0});
  return {};
}

Result<std::vector<Crew::Arrived>> LocalCrew::collect(std::chrono::milliseconds wait) {
  std::vector<Arrived> arrived;
  for (ProcessCrew::Reply &reply : processes_.replies(wait)) {
    WorkerStatus &worker = workers_[reply.member];
    Task task = std::move(atWork_.at(reply.member));
    atWork_.erase(reply.member);
    worker.isBusy = false;
    worker.busySeconds += now() - begun_[reply.member];
    spans_.push_back({reply.member, begun_[reply.member], now(), 0, !reply.answer});
    if (reply.answer) {
      ++worker.items;
      if (const Result<ItemResult> result = decodeResult(*reply.answer)) {
        spans_.back().runs = result->counters.runs + result->counters.blockedRuns;
        worker.runs += spans_.back().runs;
      }
      arrived.push_back({task.issued.id, std::move(*reply.answer), {}});
      continue;
    }
    if (reply.wasMemory) {
      arrived.push_back({task.issued.id, encode(outOfMemory(task.issued.item.names)), {}});
    } else if (++task.deaths >= kMostDeaths) {
      arrived.push_back(
          {task.issued.id, encode(lostBecause("worker processes die over it: " + reply.how)), {}});
    } else {
      ++repeated_;
      again_.push_back(std::move(task));
    }
  }
  while (!again_.empty() && processes_.idle()) {
    Task task = std::move(again_.front());
    again_.pop_front();
    if (Result<void> started = start(*processes_.idle(), std::move(task)); !started)
      return fail(started.error());
  }
  return arrived;
}

std::vector<WorkerStatus> LocalCrew::workers() const {
  std::vector<WorkerStatus> all = workers_;
  for (const auto &[member, task] : atWork_)
    all[member].busySeconds += now() - begun_[member];
  return all;
}

} // namespace raceward
