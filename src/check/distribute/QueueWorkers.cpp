#include "QueueWorkers.h"

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
/// A live worker sends several notices within this time.
constexpr double kSilentSeconds = 3 * kNoticeSeconds;
/// Limits the effect of forged worker names.
constexpr std::size_t kMostWorkers = 10'000;

/// Separates two checks of the same program. A check that resumes its journal gets the answers that
/// are still on their way.
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

Result<std::unique_ptr<SearchWorkers>>
QueueWorkers::make(const Program &program, const ExploreTask &task, const std::string &search) {
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
  return std::unique_ptr<SearchWorkers>(
      std::make_unique<QueueWorkers>(std::move(*queue), topic, name, settings.patience));
}

QueueWorkers::QueueWorkers(std::unique_ptr<Queue> queue, std::string topic, std::string bundle,
                           std::chrono::milliseconds patience, SecondsClock clock)
    : queue_(std::move(queue)), topic_(std::move(topic)), bundle_(std::move(bundle)),
      patience_(std::chrono::duration<double>(patience).count()), now_(std::move(clock)) {}

void QueueWorkers::offer(Task &task) {
  ++task.offers;
  task.lastHeard = now_();
  toOffer_.push_back({task.issued.id + "-" + std::to_string(task.offers),
                      encode(ItemMessage{bundle_, task.issued.id, encode(task.issued.item)})});
}

Result<void> QueueWorkers::give(const WorkTree::Issued &issued) {
  Task &task = tasks_[issued.id];
  task.issued = issued;
  task.number = ++given_;
  offer(task);
  return {};
}

Result<void> QueueWorkers::repeat(const WorkTree::Issued &issued) {
  ++repeated_;
  return give(issued);
}

void QueueWorkers::offerAgain() {
  if (now_() < nextLook_)
    return;
  nextLook_ = now_() + std::min(1.0, patience_ / 4);
  offerSilentFor(2 * patience_, tasks_.size());
  // Without a leader in the queue's cluster all are idle and everything waits: no more than they
  // can take.
  const auto idle = static_cast<std::size_t>(
      std::count_if(workers_.begin(), workers_.end(),
                    [&](const Worker &worker) { return worker.status.isThere && worker.isIdle; }));
  offerSilentFor(std::min(kSilentSeconds, patience_), idle);
}

/// The oldest first: the others count after it.
void QueueWorkers::offerSilentFor(double seconds, std::size_t most) {
  std::vector<Task *> silent;
  for (auto &[id, task] : tasks_)
    if (now_() - task.lastHeard > seconds)
      silent.push_back(&task);
  std::sort(silent.begin(), silent.end(),
            [](const Task *a, const Task *b) { return a->number < b->number; });
  silent.resize(std::min(silent.size(), most));
  for (Task *task : silent) {
    ++repeated_;
    offer(*task);
  }
}

QueueWorkers::Worker &QueueWorkers::workerNamed(const std::string &name) {
  const auto next = static_cast<std::uint32_t>(std::min(workers_.size(), kMostWorkers - 1));
  const auto [at, isNew] = numbers_.try_emplace(name, next);
  if (at->second >= workers_.size()) {
    workers_.emplace_back();
    workers_.back().status.name = name;
  }
  Worker &worker = workers_[at->second];
  worker.lastHeard = now_();
  worker.status.isThere = true;
  return worker;
}

WorkSpan QueueWorkers::spanOf(const Worker &worker, double begin, double end) const {
  return {static_cast<std::uint32_t>(&worker - workers_.data()), std::clamp(begin, 0.0, end), end,
          0, false};
}

void QueueWorkers::listen(std::vector<WorkSpan> &lost) {
  while (const std::optional<Notice> heard = queue_->hear(std::chrono::milliseconds(0))) {
    const std::optional<WorkerNotice> notice = decodeNotice(heard->body);
    if (!notice || (heard->topic != topic_ && heard->topic != kIdleTopic))
      continue;
    Worker &worker = workerNamed(notice->worker);
    worker.status.isThere = !notice->leaves;
    worker.isIdle = heard->topic == kIdleTopic;
    const std::string item = heard->topic == topic_ ? notice->item : std::string();
    if (worker.item != item)
      worker.itemAt = worker.lastHeard;
    worker.item = item;
    if (const auto task = tasks_.find(notice->item); task != tasks_.end())
      task->second.lastHeard = now_();
  }
  for (Worker &worker : workers_)
    if (worker.status.isThere && now_() - worker.lastHeard > std::min(kSilentSeconds, patience_)) {
      if (!worker.item.empty()) {
        lost.push_back(spanOf(worker, worker.itemAt, worker.lastHeard));
        lost.back().isLost = true;
      }
      worker.status.isThere = worker.isIdle = false;
      worker.item.clear();
    }
}

Result<SearchWorkers::Collected> QueueWorkers::collect(std::chrono::milliseconds wait) {
  Collected collected;
  listen(collected.lost);
  offerAgain();
  if (Result<void> offered = queue_->offerAll(topic_, toOffer_); !offered)
    return fail(offered.error());
  toOffer_.clear();
  Result<std::vector<std::unique_ptr<QueueAnswer>>> answers =
      queue_->answers(topic_, kMostAnswers, wait);
  if (!answers)
    return fail(answers.error());
  for (std::unique_ptr<QueueAnswer> &each : *answers) {
    const std::shared_ptr<QueueAnswer> answer = std::move(each);
    std::optional<ResultMessage> message = decodeResultMessage(answer->body());
    if (!message) {
      answer->stored(); // not usable
      continue;
    }
    Worker &worker = workerNamed(message->worker);
    worker.item.clear();
    tasks_.erase(answer->id());
    collected.arrived.push_back({answer->id(), std::move(message->result),
                                 spanOf(worker, now_() - message->seconds, now_()),
                                 [answer] { answer->stored(); }});
  }
  return collected;
}

void QueueWorkers::dismiss() {
  (void)queue_->clear(topic_); // what stays behind is of no use, and does no harm
}

std::vector<WorkerStatus> QueueWorkers::workers() const {
  std::vector<WorkerStatus> all;
  for (const Worker &worker : workers_) {
    all.push_back(worker.status);
    all.back().isBusy = !worker.item.empty();
  }
  return all;
}

} // namespace raceward
