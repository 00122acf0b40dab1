#include "QueueCrew.h"

#include "QueueMessages.h"
#include "SearchBundle.h"
#include "raceward/base/Sha256.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <unistd.h>

namespace raceward {
namespace {

constexpr std::size_t kMostAnswers = 64;
/// Of workers that anybody may claim to be.
constexpr std::size_t kMostWorkers = 10'000;

/// Two checks of the same program keep apart. One that goes on with its journal gets the answers
/// that are still on their way.
std::string topicOf(const WorkOptions &work, const std::string &search) {
  const std::string &journal = work.resume.empty() ? work.checkpoint : work.resume;
  std::string who;
  if (journal.empty()) {
    who = std::to_string(::getpid()) + " " +
          std::to_string(std::chrono::system_clock::now().time_since_epoch().count());
  } else {
    std::error_code ignored;
    who = std::filesystem::absolute(journal, ignored).string();
  }
  std::array<char, 256> host{};
  (void)::gethostname(host.data(), host.size() - 1);
  return sha256(search + "\n" + host.data() + "\n" + who).substr(0, 32);
}

} // namespace

Result<std::unique_ptr<Crew>> QueueCrew::make(const Program &program, const ExploreTask &task,
                                              const std::string &search) {
  const QueueSettings &settings = *task.options.work.queue;
  const Result<std::string> bundle = encodeBundle(program, task);
  if (!bundle)
    return fail(bundle.error());
  Result<std::unique_ptr<Queue>> queue = connect(settings);
  if (!queue)
    return fail(queue.error());
  const std::string topic = topicOf(task.options.work, search);
  const std::string name = topic + "." + sha256(*bundle).substr(0, 16);
  if (Result<void> stored = (*queue)->store(name, *bundle); !stored)
    return fail(stored.error());
  return std::unique_ptr<Crew>(
      std::make_unique<QueueCrew>(std::move(*queue), topic, name, settings.patience));
}

QueueCrew::QueueCrew(std::unique_ptr<Queue> queue, std::string topic, std::string bundle,
                     std::chrono::seconds patience)
    : queue_(std::move(queue)), topic_(std::move(topic)), bundle_(std::move(bundle)),
      patience_(static_cast<double>(patience.count())) {}

double QueueCrew::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

Result<void> QueueCrew::offer(Task &task) {
  ++task.offers;
  task.lastHeard = now();
  return queue_->offer(topic_, task.issued.id + "-" + std::to_string(task.offers),
                       encode(ItemMessage{bundle_, task.issued.id, encode(task.issued.item)}));
}

Result<void> QueueCrew::give(const WorkTree::Issued &issued) {
  Task &task = tasks_[issued.id];
  task.issued = issued;
  return offer(task);
}

Result<void> QueueCrew::repeat(const WorkTree::Issued &issued) {
  ++repeated_;
  return give(issued);
}

Result<void> QueueCrew::offerAgain() {
  if (now() < nextLook_)
    return {};
  nextLook_ = now() + 1;
  for (auto &[id, task] : tasks_)
    if (now() - task.lastHeard > 2 * patience_) {
      ++repeated_;
      if (Result<void> offered = offer(task); !offered)
        return offered;
    }
  return {};
}

QueueCrew::Worker &QueueCrew::workerNamed(const std::string &name) {
  const auto next = static_cast<std::uint32_t>(std::min(workers_.size(), kMostWorkers - 1));
  const auto [at, isNew] = numbers_.try_emplace(name, next);
  if (at->second >= workers_.size()) {
    workers_.emplace_back();
    workers_.back().status.name = name;
  }
  Worker &worker = workers_[at->second];
  worker.lastHeard = now();
  worker.status.isThere = true;
  return worker;
}

void QueueCrew::listen() {
  while (const std::optional<Notice> heard = queue_->hear(std::chrono::milliseconds(0))) {
    const std::optional<WorkerNotice> notice = decodeNotice(heard->body);
    if (!notice || (heard->topic != topic_ && heard->topic != kIdleTopic))
      continue;
    Worker &worker = workerNamed(notice->worker);
    worker.status.isThere = !notice->leaves;
    worker.status.isBusy = !notice->item.empty() && heard->topic == topic_;
    if (const auto task = tasks_.find(notice->item); task != tasks_.end())
      task->second.lastHeard = now();
  }
  for (Worker &worker : workers_)
    if (now() - worker.lastHeard > patience_)
      worker.status.isThere = worker.status.isBusy = false;
}

Result<std::vector<Crew::Arrived>> QueueCrew::collect(std::chrono::milliseconds wait) {
  listen();
  if (Result<void> offered = offerAgain(); !offered)
    return fail(offered.error());
  Result<std::vector<std::unique_ptr<QueueAnswer>>> answers =
      queue_->answers(topic_, kMostAnswers, wait);
  if (!answers)
    return fail(answers.error());
  std::vector<Arrived> arrived;
  for (std::unique_ptr<QueueAnswer> &each : *answers) {
    const std::shared_ptr<QueueAnswer> answer = std::move(each);
    std::optional<ResultMessage> message = decodeResultMessage(answer->body());
    if (!message) {
      answer->stored(); // of no use to anybody
      continue;
    }
    Worker &worker = workerNamed(message->worker);
    ++worker.status.items;
    worker.status.busySeconds += message->seconds;
    const auto number = static_cast<std::uint32_t>(&worker - workers_.data());
    spans_.push_back({number, std::max(0.0, now() - message->seconds), now(), 0,
                      !tasks_.contains(answer->id())});
    if (const Result<ItemResult> result = decodeResult(message->result)) {
      spans_.back().runs = result->counters.runs + result->counters.blockedRuns;
      worker.status.runs += spans_.back().runs;
    }
    tasks_.erase(answer->id());
    arrived.push_back({answer->id(), std::move(message->result), [answer] { answer->stored(); }});
  }
  return arrived;
}

void QueueCrew::dismiss() {
  (void)queue_->clear(topic_); // what stays behind is of no use, and does no harm
}

std::vector<WorkerStatus> QueueCrew::workers() const {
  std::vector<WorkerStatus> all;
  for (const Worker &worker : workers_)
    all.push_back(worker.status);
  return all;
}

} // namespace raceward
