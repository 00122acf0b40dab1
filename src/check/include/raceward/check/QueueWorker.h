// serveQueue(): a worker, which searches items of other people's checks until it is told to stop.
//
// Programs that come over the queue are read and searched in processes of their own, which may
// die; nothing of them is executed natively.
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
  std::uint64_t memoryBytes = UINT64_MAX;       ///< of the process that searches
  std::optional<std::chrono::seconds> idleExit; ///< ends when there was nothing to do for so long
  std::function<bool()> stopped;
  std::function<void(std::string_view)> onLine; ///< what happens, for people; may be empty
  /// Serves other kinds of work: false if it is none of them. May be empty.
  std::function<Result<bool>(Queue &queue, Delivery &delivery)> serveOther;
};

/// Call it in a process without threads: it makes others.
Result<void> serveQueue(const WorkerOptions &options);

} // namespace raceward
