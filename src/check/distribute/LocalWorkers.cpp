#include "LocalWorkers.h"

#include "ItemWorker.h"

#include <utility>

namespace raceward {

LocalWorkers::LocalWorkers(const Program &program, const ExploreTask &task, unsigned size)
    : processes_(size,
                 [&program, &task] {
                   const auto worker = std::make_shared<ItemWorker>(program, task);
                   return [worker](std::string_view item) { return worker->work(item); };
                 }),
      workers_(size), begun_(size) {
  for (unsigned i = 0; i < size; ++i)
    workers_[i].name = "worker " + std::to_string(i + 1);
}

bool LocalWorkers::canTake() const {
  return processes_.idle().has_value() && again_.empty();
}

Result<void> LocalWorkers::start(unsigned member, Task task) {
  if (Result<void> asked = processes_.ask(member, encode(task.issued.item)); !asked)
    return asked;
  begun_[member] = now_();
  atWork_.insert_or_assign(member, std::move(task));
  return {};
}

Result<void> LocalWorkers::give(const WorkTree::Issued &issued) {
  return start(*processes_.idle(), {issued, 0});
}

Result<void> LocalWorkers::repeat(const WorkTree::Issued &issued) {
  ++repeated_;
  again_.push_back({issued, 0});
  return {};
}

Result<SearchWorkers::Collected> LocalWorkers::collect(std::chrono::milliseconds wait) {
  Collected collected;
  for (ProcessPool::Reply &reply : processes_.replies(wait)) {
    Task task = std::move(atWork_.at(reply.member));
    atWork_.erase(reply.member);
    const WorkSpan span{reply.member, begun_[reply.member], now_(), 0, !reply.answer};
    std::string &id = task.issued.id;
    if (reply.answer) {
      collected.arrived.push_back({std::move(id), std::move(*reply.answer), span, {}});
    } else if (reply.wasMemory) {
      const std::string result = encode(outOfMemory(task.issued.item.names));
      collected.arrived.push_back({std::move(id), result, span, {}});
    } else if (++task.deaths >= kMostDeaths) {
      const std::string result =
          encode(lostBecause("worker processes crash while searching it: " + reply.how));
      collected.arrived.push_back({std::move(id), result, span, {}});
    } else {
      ++repeated_;
      again_.push_back(std::move(task));
      collected.lost.push_back(span);
    }
  }
  while (!again_.empty() && processes_.idle()) {
    Task task = std::move(again_.front());
    again_.pop_front();
    if (Result<void> started = start(*processes_.idle(), std::move(task)); !started)
      return fail(started.error());
  }
  return collected;
}

std::vector<WorkerStatus> LocalWorkers::workers() const {
  std::vector<WorkerStatus> all = workers_;
  for (const auto &[member, task] : atWork_) {
    all[member].isBusy = true;
    all[member].busySeconds = now_() - begun_[member];
  }
  return all;
}

} // namespace raceward
