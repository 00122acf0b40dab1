#include "raceward/batch/ServeTask.h"

#include "raceward/base/File.h"
#include "raceward/base/Sha256.h"
#include "raceward/batch/SelfContained.h"
#include "raceward/batch/TaskItem.h"

#include <algorithm>
#include <filesystem>

namespace raceward {

namespace {

using namespace raceward::batch;
using Clock = std::chrono::steady_clock;

struct PassedOn {
  std::string_view name;
  std::string_view argument; ///< empty for a flag
};

/// The options that a batch passes on to each check.
constexpr PassedOn kPassedOn[] = {
#define RW_SEARCH_OPTION(type, member, initial, workers, kind, name, argument, ...)                \
  {name, argument},
#define RW_TASK_OPTION(...) RW_SEARCH_OPTION(__VA_ARGS__)
#include "raceward/model/SearchOptions.def"
};

bool areHarmless(const std::vector<std::string> &arguments) {
  const auto isPlain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.';
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto *const option = std::ranges::find(kPassedOn, arguments[i], &PassedOn::name);
    if (option == std::end(kPassedOn))
      return false;
    if (option->argument.empty())
      continue;
    if (++i == arguments.size() || arguments[i].empty() ||
        !std::all_of(arguments[i].begin(), arguments[i].end(), isPlain))
      return false;
  }
  return true;
}

bool isKnownProperty(std::string_view property) {
  return property == "no-data-race";
}

Result<void> require(const TaskItem &item, const TaskServing &serving) {
  const auto refuse = [](const char *why) { return fail(Error::Kind::Input, why); };
  if (item.build != serving.build)
    return refuse("this worker is another build of Raceward, or has another compiler");
  if (!areHarmless(item.arguments))
    return refuse("these options are not for workers");
  if (!isKnownProperty(item.property))
    return refuse("this property is not for workers");
  return {};
}

Result<void> unpack(Queue &queue, const std::string &topic, const PackedFile &file,
                    const std::string &folder) {
  const Result<std::optional<std::string>> content = queue.load(blobName(topic, file));
  if (!content)
    return fail(content.error());
  if (!*content || (*content)->size() != file.bytes || sha256(**content) != file.hash)
    return fail(Error::Kind::Input, "a file of the task is not in the queue");
  const std::filesystem::path path(folder + "/" + file.name);
  const std::string extension = path.extension().string();
  if ((extension == ".c" || extension == ".i") && !isSelfContained(**content))
    return fail(Error::Kind::Input, "a file of the task includes others");
  std::error_code error;
  std::filesystem::create_directory(path.parent_path(), error);
  if (error)
    return fail(Error::Kind::Resource, "cannot unpack a task: " + error.message());
  return writeFileAtomically(path.string(), **content);
}

/// The answer; nothing if it was interrupted; an Error says why this worker has no answer.
Result<std::optional<BatchAnswer>> answerTo(Queue &queue, Delivery &delivery,
                                            const TaskServing &serving) {
  const Result<TaskItem> item = decodeTaskItem(delivery.body());
  if (!item)
    return fail(item.error());
  if (const Result<void> fits = require(*item, serving); !fits)
    return fail(fits.error());
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return fail(folder.error());

  const std::string notice = encode(TaskNotice{serving.name, idOfTask(delivery.body())});
  Clock::time_point nextBeat;
  const auto beatAndAsk = [&] {
    if (const Clock::time_point now = Clock::now(); now >= nextBeat) {
      nextBeat = now + serving.beat;
      delivery.stillAtWork();
      queue.tell(delivery.topic(), notice);
    }
    return serving.interrupted && serving.interrupted();
  };

  BatchTask task;
  task.property = item->property;
  task.dataModel = item->dataModel;
  for (const PackedFile &file : item->files) {
    if (beatAndAsk())
      return std::optional<BatchAnswer>();
    if (const Result<void> unpacked = unpack(queue, delivery.topic(), file, folder->path());
        !unpacked)
      return fail(unpacked.error());
    task.inputs.push_back(file.name);
  }
  CheckerSettings settings;
  settings.program = serving.checker;
  settings.arguments = item->arguments;
  settings.timeLimitSeconds = item->timeLimitSeconds;
  settings.memoryLimitBytes = item->memoryLimitBytes;
  settings.graceSeconds = item->graceSeconds;
  settings.directory = folder->path();
  return runChecker(settings, task, beatAndAsk);
}

} // namespace

Result<TaskServing> servingWith(const std::string &checker, const std::string &name) {
  TaskServing serving;
  std::error_code error;
  // Checks run in folders of their own.
  serving.checker = std::filesystem::absolute(checker, error).string();
  if (error)
    return fail(Error::Kind::Setup, "cannot find '" + checker + "': " + error.message());
  Result<std::string> build = buildOf(checker);
  if (!build)
    return fail(build.error());
  serving.build = std::move(*build);
  serving.name = name;
  return serving;
}

bool isBatchTask(std::string_view body) {
  return body.starts_with("raceward-task-");
}

Result<bool> serveTask(Queue &queue, Delivery &delivery, const TaskServing &serving) {
  const Result<std::optional<BatchAnswer>> answer = answerTo(queue, delivery, serving);
  if (answer && !*answer) {
    delivery.giveBack();
    return false;
  }
  const TaskReply reply{serving.name, answer ? *answer : std::optional<BatchAnswer>(),
                        answer ? std::string() : answer.error().message};
  if (const Result<void> sent =
          queue.answer(delivery.topic(), idOfTask(delivery.body()), encode(reply));
      !sent) {
    delivery.giveBack();
    return fail(sent.error());
  }
  delivery.done();
  // No worker can do a malformed task, so there is no need to wait for another one: many such tasks
  // must not keep a worker from other work.
  return reply.answer.has_value() || !decodeTaskItem(delivery.body());
}

} // namespace raceward
