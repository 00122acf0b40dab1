// Loads the tasks that the user named.
//
// A name is a CSV list (columns file, property, expected, data_model), a task definition of the
// competition (YAML, format_version 2), or a folder that is searched for task definitions. A bad
// row or definition costs that task and a warning with its place; a list that is unreadable as a
// whole is an Error.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/BatchTask.h"

#include <string>
#include <vector>

namespace raceward::batch {

struct TaskList {
  std::vector<BatchTask> tasks; ///< in the order of the input
  std::vector<std::string> warnings;
  std::size_t otherProperties = 0; ///< tasks left out because they have another property
};

/// Loads the tasks that ask for `property`, or all if that is empty.
Result<TaskList> loadTasks(const std::vector<std::string> &names, const std::string &property);

/// Adds the tasks of one definition. `shownFolder` is the name of its folder in results.
Result<void> addTaskDefinition(const std::string &path, const std::string &shownFolder,
                               const std::string &property, TaskList &into);

} // namespace raceward::batch
