#include "raceward/batch/FleetRun.h"

#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward::batch {

namespace {

constexpr Queue::Wait kTick{100};
constexpr std::size_t kMostAtOnce = 100;
constexpr std::size_t kMostNotices = 10'000;
/// Keeps every worker busy without queueing all tasks.
constexpr std::size_t kOpenForEachWorker = 4;
constexpr std::size_t kLeastOpen = 16;
/// A worker without a sign of life for this long is gone.
constexpr std::chrono::seconds kGoneAfter{60};
/// Names are untrusted input.
constexpr std::size_t kMostWorkers = 100'000;
constexpr std::size_t kLongestName = 100;
constexpr std::size_t kMostComplaints = 20;

} // namespace

Result<bool> FleetRun::run(const std::function<bool()> &interrupted, BatchUi &ui) {
  tasks_ = ledger_.pending();
  // Withdraw leftover offers of an earlier run, to offer them in order; its answers are accepted.
  if (const Result<void> cleared =
          settings_.forget ? queue_.clear(settings_.topic) : queue_.withdraw(settings_.topic);
      !cleared)
    return fail(cleared.error());
  lastNews_ = Clock::now();
  while (next_ < tasks_.size() || !open_.empty() || !putOff_.empty()) {
    if (interrupted && interrupted()) {
      if (const Result<void> withdrawn = queue_.withdraw(settings_.topic); !withdrawn)
        ui.warning(withdrawn.error().message);
      return true;
    }
    if (const Result<void> offered = offerSome(); !offered)
      return fail(offered.error());
    if (const Result<void> collected = collect(ui); !collected)
      return fail(collected.error());
    listen();
    if (const Result<void> offered = offerLostAgain(ui); !offered)
      return fail(offered.error());
    ledger_.tell(ui);
    ui.progress(progress());
  }
  if (const Result<void> cleared = queue_.clear(settings_.topic); !cleared)
    ui.warning(cleared.error().message);
  return false;
}

Result<void> FleetRun::offerSome() {
  while (!putOff_.empty() && putOff_.begin()->first <= Clock::now()) {
    const std::size_t task = putOff_.begin()->second;
    putOff_.erase(putOff_.begin());
    if (Result<void> prepared = prepare(task); !prepared)
      return prepared;
  }
  // A few at a time, so that answers and interruptions are handled in between.
  for (std::size_t i = 0; i < kLeastOpen && hasRoom(); ++i)
    if (Result<void> prepared = prepare(tasks_[next_++]); !prepared)
      return prepared;
  return {};
}

bool FleetRun::hasRoom() const {
  return next_ < tasks_.size() &&
         open_.size() < std::max(kLeastOpen, kOpenForEachWorker * workersSeen());
}

Result<void> FleetRun::prepare(std::size_t task) {
  const Result<PackedTask> packed = ledger_.pack(task);
  if (!packed)
    return {}; // it stays pending
  const std::string id = idOfTask(
      encode(itemFor(ledger_.task(task), packed->files, ledger_.settings(), ledger_.build())));
  if (const auto known = answered_.find(id); known != answered_.end())
    return ledger_.recordSent({{task, known->second}});
  const auto [at, isNew] = open_.try_emplace(id);
  Item &item = at->second;
  item.tasks.push_back(task);
  if (!isNew)
    return {};
  item.files = packed->files;
  for (std::size_t i = 0; i < packed->files.size(); ++i)
    if (stored_.insert(packed->files[i].hash).second)
      if (Result<void> stored =
              queue_.store(blobName(settings_.topic, packed->files[i]), packed->contents[i]);
          !stored)
        return stored;
  return offer(id, item);
}

Result<void> FleetRun::offer(const std::string &id, Item &item) {
  item.heard = Clock::now();
  item.isStarted = false;
  // A new id for each offer: the queue drops a recent id as a duplicate.
  const std::string offerId = id + "-" + std::to_string(++item.offers);
  return queue_.offer(settings_.topic, offerId,
                      encode(itemFor(ledger_.task(item.tasks.front()), item.files,
                                     ledger_.settings(), ledger_.build())));
}

Result<void> FleetRun::offerLostAgain(BatchUi &ui) {
  const Clock::time_point now = Clock::now();
  if (open_.empty() || now - lastNews_ <= settings_.silence)
    return {};
  lastNews_ = now;
  const auto isLost = [&](const Item &item) { return now - item.heard > settings_.silence; };
  if (std::none_of(open_.begin(), open_.end(),
                   [&](const auto &entry) { return isLost(entry.second); }))
    return {};
  if (workers_.empty())
    complain("no worker was heard of yet; start some with 'raceward worker'", ui);
  // Withdraw unclaimed offers before re-offering lost ones, or they would be queued twice.
  if (Result<void> withdrawn = queue_.withdraw(settings_.topic); !withdrawn)
    return withdrawn;
  for (auto &[id, item] : open_)
    if (!item.isStarted || isLost(item))
      if (Result<void> offered = offer(id, item); !offered)
        return offered;
  return {};
}

Result<void> FleetRun::collect(BatchUi &ui) {
  const Result<std::vector<std::unique_ptr<QueueAnswer>>> answers =
      queue_.answers(settings_.topic, kMostAtOnce, hasRoom() ? Queue::Wait{1} : kTick);
  if (!answers)
    return fail(answers.error());
  std::vector<Ledger::Sent> accepted;
  for (const std::unique_ptr<QueueAnswer> &answer : *answers)
    if (const Result<TaskReply> reply = decodeTaskReply(answer->body()))
      accept(answer->id(), *reply, accepted, ui);
    else
      complain(reply.error().message, ui);
  if (Result<void> recorded = ledger_.recordSent(accepted); !recorded)
    return recorded;
  for (const std::unique_ptr<QueueAnswer> &answer : *answers)
    answer->stored();
  return {};
}

void FleetRun::accept(const std::string &id, const TaskReply &reply,
                      std::vector<Ledger::Sent> &accepted, BatchUi &ui) {
  see(reply.worker);
  const auto at = open_.find(id);
  if (at == open_.end())
    return; // of an earlier run, or a duplicate
  lastNews_ = Clock::now();
  if (!reply.answer)
    return putOff(id, reply, ui);
  for (const std::size_t task : at->second.tasks)
    accepted.push_back({task, *reply.answer});
  open_.erase(at);
  answered_.emplace(id, *reply.answer);
}

void FleetRun::putOff(const std::string &id, const TaskReply &reply, BatchUi &ui) {
  complain("a worker refuses tasks: " + sanitizedUtf8(reply.worker) + ": " +
               sanitizedUtf8(reply.refusal),
           ui);
  const Item item = std::move(open_[id]);
  open_.erase(id);
  // The queue may have lost them.
  for (const PackedFile &file : item.files)
    stored_.erase(file.hash);
  for (const std::size_t task : item.tasks) {
    const unsigned times = std::min(refusals_[task]++, 6U);
    putOff_.emplace(Clock::now() + settings_.afterRefusal * (1U << times), task);
  }
}

void FleetRun::listen() {
  for (std::size_t i = 0; i < kMostNotices; ++i) {
    const std::optional<Notice> notice = queue_.hear(Queue::Wait{0});
    if (!notice)
      return;
    if (notice->topic != settings_.topic)
      continue;
    const std::optional<TaskNotice> told = decodeTaskNotice(notice->body);
    if (!told)
      continue;
    see(told->worker);
    const auto at = open_.find(told->task);
    if (at == open_.end())
      continue;
    Item &item = at->second;
    item.heard = Clock::now();
    if (!item.isStarted)
      item.started = lastNews_ = item.heard;
    item.isStarted = true;
  }
}

void FleetRun::see(const std::string &worker) {
  const std::string name = worker.substr(0, kLongestName);
  if (workers_.size() < kMostWorkers || workers_.contains(name))
    workers_[name] = Clock::now();
}

void FleetRun::complain(const std::string &what, BatchUi &ui) {
  if (complaints_.size() < kMostComplaints && complaints_.insert(what).second)
    ui.warning(what);
}

std::size_t FleetRun::workersSeen() const {
  const Clock::time_point now = Clock::now();
  return static_cast<std::size_t>(
      std::count_if(workers_.begin(), workers_.end(),
                    [&](const auto &worker) { return now - worker.second < kGoneAfter; }));
}

BatchProgress FleetRun::progress() const {
  BatchProgress progress = ledger_.progress();
  progress.workers = workersSeen();
  const Clock::time_point now = Clock::now();
  for (const auto &[id, item] : open_)
    if (item.isStarted)
      progress.running.push_back({ledger_.task(item.tasks.front()).name(),
                                  std::chrono::duration<double>(now - item.started).count()});
  std::sort(progress.running.begin(), progress.running.end(), [](const auto &a, const auto &b) {
    return a.seconds != b.seconds ? a.seconds > b.seconds : a.name < b.name;
  });
  return progress;
}

} // namespace raceward::batch
