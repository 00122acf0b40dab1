// The worker's side of a batch over a queue: checks a task from another process.
//
// Tasks are untrusted: anyone with write access to the queue may send them. No part of the program
// is executed, no file is read but those of the task, and only options are accepted that a batch
// sends.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/queue/Queue.h"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace raceward {

struct TaskServing {
  std::string checker; ///< path of the checking program, normally raceward itself
  std::string build;   ///< batch::buildOf() it
  std::string name;    ///< of this worker, as people see it
  /// Interval of heartbeats; well below the queue's patience.
  std::chrono::milliseconds beat{5'000};
  /// Polled; true ends the check, and another worker gets the task. May be empty.
  std::function<bool()> interrupted;
};

/// Prepares serving with that program.
Result<TaskServing> servingWith(const std::string &checker, const std::string &name);

/// Whether a piece of work is a task of a batch.
bool isBatchTask(std::string_view body);

/// Checks it, answers, and finishes the delivery. False: it was refused, or interrupted; an Error:
/// the answer could not be sent. Another worker gets it then: wait a moment before taking the next.
Result<bool> serveTask(Queue &queue, Delivery &delivery, const TaskServing &serving);

} // namespace raceward
