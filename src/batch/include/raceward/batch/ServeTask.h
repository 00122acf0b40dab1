// The worker's side of a batch over a queue: checks a task that came from elsewhere.
//
// What arrives may come from anybody who may write to the queue. Nothing of the program is
// executed, no file is read but those that came along, and only options are obeyed that a batch
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
  std::string checker; ///< the path of the program that checks, normally our own
  std::string build;   ///< batch::buildOf() it
  std::string name;    ///< of this worker, as people see it
  /// How often word is sent that the work goes on; well below the queue's patience.
  std::chrono::milliseconds beat{5'000};
  /// Asked often; true ends the check, and somebody else gets the task. May be empty.
  std::function<bool()> interrupted;
};

/// Ready to serve with that program.
Result<TaskServing> servingWith(const std::string &checker, const std::string &name);

/// Whether a piece of work is a task of a batch.
bool isBatchTask(std::string_view body);

/// Checks it, answers, and is done with the delivery. False: it was refused, or interrupted; an
/// Error: the answer could not be sent. Somebody else gets it then, who should have a moment: wait
/// before you take the next.
Result<bool> serveTask(Queue &queue, Delivery &delivery, const TaskServing &serving);

} // namespace raceward
