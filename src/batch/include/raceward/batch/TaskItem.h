// One task of a batch as a message: a self-contained question.
//
// Its id is a hash of all of its content: the program, the options and the build of the checker
// that has to answer. The answer of another build is an answer to another question. Answers are
// stored under that id.
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
/// Does not trust its input: accepts exactly what encode() makes, if it is harmless.
Result<TaskItem> decodeTaskItem(std::string_view bytes);

/// The id of an encoded item.
std::string idOfTask(std::string_view bytes);

/// The name under which the content of a file is stored for the batch.
std::string blobName(const std::string &topic, const PackedFile &file);

/// The identity of a checker: its content and the version of its compiler.
Result<std::string> buildOf(const std::string &checker);

/// The reply of a worker.
struct TaskReply {
  std::string worker;
  std::optional<BatchAnswer> answer; ///< in sent names
  std::string refusal;               ///< the reason for a missing answer
};

std::string encode(const TaskReply &reply);
Result<TaskReply> decodeTaskReply(std::string_view bytes);

/// Sent while a worker checks a task.
struct TaskNotice {
  std::string worker;
  std::string task; ///< its id
};

std::string encode(const TaskNotice &notice);
std::optional<TaskNotice> decodeTaskNotice(std::string_view bytes);

} // namespace raceward::batch
