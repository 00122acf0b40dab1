// One task of a batch as it travels: a question that whoever reads it understands alone.
//
// Its id is a hash of all that it says: of the program, of the options and of the build of the
// checker that has to answer. The answer of another build is an answer to another question. What
// is remembered of an answer is remembered under that id.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/batch/Checker.h"
#include "raceward/batch/PackedTask.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward::batch {

struct TaskItem {
  std::string build; ///< see buildOf()
  std::string property;
  BatchDataModel dataModel = BatchDataModel::Ilp32;
  std::vector<std::string> arguments;
  double timeLimitSeconds = 0;
  std::uint64_t memoryLimitBytes = 0;
  double graceSeconds = 0;
  std::vector<PackedFile> files;
  bool operator==(const TaskItem &) const = default;
};

TaskItem itemFor(const BatchTask &task, const std::vector<PackedFile> &files,
                 const CheckerSettings &settings, const std::string &build);

std::string encode(const TaskItem &item);
/// Takes nothing on trust: what is not exactly what encode() makes, and harmless, is no item.
Result<TaskItem> decodeTaskItem(std::string_view bytes);

/// Of what encode() makes.
std::string idOfTask(std::string_view bytes);

/// Under what name the content of a file is stored for the batch.
std::string blobName(const std::string &topic, const PackedFile &file);

/// Who answers: the content of the checker and the version of its compiler.
Result<std::string> buildOf(const std::string &checker);

/// What comes back.
struct TaskReply {
  std::string worker;
  std::optional<BatchAnswer> answer; ///< in sent names
  std::string refusal;               ///< if there is no answer: why not
};

std::string encode(const TaskReply &reply);
Result<TaskReply> decodeTaskReply(std::string_view bytes);

/// Told while a worker is at a task.
struct TaskNotice {
  std::string worker;
  std::string task; ///< its id
};

std::string encode(const TaskNotice &notice);
std::optional<TaskNotice> decodeTaskNotice(std::string_view bytes);

} // namespace raceward::batch
