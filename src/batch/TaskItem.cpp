#include "raceward/batch/TaskItem.h"

#include "AnswerJson.h"
#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "raceward/base/Sha256.h"
#include "raceward/program/Load.h"

#include <algorithm>
#include <cmath>

namespace raceward::batch {

namespace {

constexpr std::size_t kLargestItem = std::size_t{1} << 20;
constexpr std::string_view kNoItem = "this is not a task of a batch, or one of another version";
/// The first word of each message: changes with its form.
constexpr const char *kItemForm = "raceward-task-1";
constexpr const char *kReplyForm = "raceward-reply-1";
constexpr const char *kNoticeForm = "raceward-notice-1";

/// The object of a message of that form; otherwise null.
Json parsed(std::string_view bytes, const char *form) {
  if (bytes.size() > kLargestItem || !bytes.starts_with(std::string(form) + "\n"))
    return {};
  bytes.remove_prefix(std::string_view(form).size() + 1);
  Json object = Json::parse(bytes);
  return object.isObject() ? object : Json();
}

std::string written(const Json &object, const char *form) {
  return std::string(form) + "\n" + compact(object);
}

bool isHash(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

} // namespace

TaskItem itemFor(const BatchTask &task, const std::vector<PackedFile> &files,
                 const CheckerSettings &settings, const std::string &build) {
  return {build,
          task.property,
          task.dataModel,
          settings.arguments,
          settings.timeLimitSeconds,
          settings.memoryLimitBytes,
          settings.graceSeconds,
          files};
}

std::string encode(const TaskItem &item) {
  Json files = Json::array();
  for (const PackedFile &file : item.files)
    files.push_back(Json{{"name", file.name}, {"sha256", file.hash}, {"bytes", file.bytes}});
  return written(Json{{"build", item.build},
                      {"property", item.property},
                      {"data_model", toText(item.dataModel)},
                      {"arguments", item.arguments},
                      {"time_limit_s", item.timeLimitSeconds},
                      {"memory_limit_bytes", item.memoryLimitBytes},
                      {"grace_s", item.graceSeconds},
                      {"files", std::move(files)}},
                 kItemForm);
}

Result<TaskItem> decodeTaskItem(std::string_view bytes) {
  const Json object = parsed(bytes, kItemForm);
  if (object.isNull())
    return fail(Error::Kind::Input, std::string(kNoItem));
  TaskItem item;
  item.build = textAt(object, "build");
  item.property = textAt(object, "property");
  item.dataModel = textAt(object, "data_model") == toText(BatchDataModel::Lp64)
                       ? BatchDataModel::Lp64
                       : BatchDataModel::Ilp32;
  item.timeLimitSeconds = numberAt(object, "time_limit_s");
  item.memoryLimitBytes = countAt(object, "memory_limit_bytes");
  item.graceSeconds = numberAt(object, "grace_s");
  if (const auto arguments = object.find("arguments"); arguments != nullptr && arguments->isArray())
    for (const Json &argument : *arguments)
      if (argument.isString())
        item.arguments.push_back(argument.asString());
  if (const auto files = object.find("files"); files != nullptr && files->isArray())
    for (const Json &file : *files)
      if (file.isObject())
        item.files.push_back(
            {textAt(file, "name"), textAt(file, "sha256"), countAt(file, "bytes")});
  // Nothing is missing, added or of another type.
  if (encode(item) != bytes || !std::isfinite(item.timeLimitSeconds) || item.timeLimitSeconds < 0 ||
      !std::isfinite(item.graceSeconds) || item.graceSeconds < 0 ||
      !std::all_of(
          item.files.begin(), item.files.end(),
          [](const PackedFile &file) { return isHash(file.hash); }))
    return fail(Error::Kind::Input, std::string(kNoItem));
  if (const Result<void> harmless = requireHarmless(item.files); !harmless)
    return fail(harmless.error());
  return item;
}

std::string idOfTask(std::string_view bytes) {
  return sha256(bytes);
}

std::string blobName(const std::string &topic, const PackedFile &file) {
  return topic + "." + file.hash;
}

Result<std::string> buildOf(const std::string &checker) {
  const Result<std::string> content = readFile(checker);
  if (!content)
    return fail(content.error());
  std::string compiler = "none";
  if (const Result<std::string> clang = findClang()) {
    compiler.clear();
    ProcessWatch watch;
    watch.limits.wallSeconds = 60;
    watch.onOutput = [&](std::string_view text) { compiler += text; };
    const Result<ProcessEnd> end = runCommand({*clang, "--version"}, watch);
    if (!end)
      return fail(end.error());
    if (!end->succeeded())
      return fail(Error::Kind::Setup, "'" + *clang + " --version' failed: " + describe(*end));
  }
  return sha256(sha256(*content) + "\n" + compiler);
}

std::string encode(const TaskReply &reply) {
  Json object{{"worker", reply.worker}, {"refusal", reply.refusal}, {"answer", nullptr}};
  if (reply.answer)
    object["answer"] = jsonFrom(*reply.answer);
  return written(object, kReplyForm);
}

Result<TaskReply> decodeTaskReply(std::string_view bytes) {
  const Json object = parsed(bytes, kReplyForm);
  if (object.isNull() || !object.contains("answer"))
    return fail(Error::Kind::Input, "this is not a reply to a task of a batch");
  TaskReply reply{textAt(object, "worker"), {}, textAt(object, "refusal")};
  if (const Json &answer = object["answer"]; !answer.isNull()) {
    reply.answer = answerFrom(answer);
    if (!reply.answer)
      return fail(Error::Kind::Input, "this is not an answer to a task of a batch");
  }
  return reply;
}

std::string encode(const TaskNotice &notice) {
  return written(Json{{"worker", notice.worker}, {"task", notice.task}}, kNoticeForm);
}

std::optional<TaskNotice> decodeTaskNotice(std::string_view bytes) {
  const Json object = parsed(bytes, kNoticeForm);
  if (object.isNull())
    return std::nullopt;
  return TaskNotice{textAt(object, "worker"), textAt(object, "task")};
}

} // namespace raceward::batch
