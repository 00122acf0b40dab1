// serveQueue(): a worker, which searches items of other processes' checks until it is stopped.
//
// Programs that come over the queue are read and searched in processes of their own, which may die;
// no part of them is executed natively.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/queue/Queue.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace raceward {

struct WorkerOptions {
  QueueSettings queue;
  std::string name;                             ///< "node7:4242"
  std::uint64_t memoryBytes = UINT64_MAX;       ///< of the searching process
  std::optional<std::chrono::seconds> idleExit; ///< ends after being idle this long
  std::function<bool()> stopped;
  std::function<void(std::string_view)> onLine; ///< log lines for people; may be empty
  /// Serves other kinds of work: false if the work is of an unknown kind. May be empty.
  std::function<Result<bool>(Queue &queue, Delivery &delivery)> serveOther;
};

/// Call it in a process without threads: it forks.
Result<void> serveQueue(const WorkerOptions &options);

} // namespace raceward
