#include "raceward/batch/WorkerPool.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <system_error>
#include <thread>

namespace raceward::batch {

namespace {

/// How often the user interface hears of progress, and a Ctrl-C is noticed.
constexpr std::chrono::milliseconds kTick{100};

double secondsBetween(std::chrono::steady_clock::time_point from,
                      std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

} // namespace

WorkerPool::WorkerPool(const std::vector<BatchTask> &tasks, CheckerSettings settings,
                       Journal &journal)
    : tasks_(tasks), settings_(std::move(settings)), journal_(journal), answers_(tasks.size()) {
  questions_.reserve(tasks_.size());
  for (const BatchTask &task : tasks_)
    questions_.push_back({task.key(), task.contentHash()});
}

void WorkerPool::takeFromJournal() {
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const JournalEntry *entry = journal_.find(questions_[i].key, questions_[i].contentHash);
    if (!entry) {
      pending_.push_back(i);
      continue;
    }
    answers_[i] = entry->answer;
    counts_.add({tasks_[i], entry->answer});
    ++finished_;
    ++reused_;
  }
}

Result<WorkerPool::Outcome> WorkerPool::run(unsigned jobs, const std::function<bool()> &interrupted,
                                            BatchUi &ui) {
  takeFromJournal();
  if (reused_ > 0)
    ui.note("resuming: " + withThousands(reused_) + " of " + counted(tasks_.size(), "task") +
            " were finished by an earlier run");
  start_ = Clock::now();
  std::vector<std::thread> threads;
  const std::size_t wanted = std::min<std::size_t>(jobs, pending_.size());
  try {
    for (std::size_t i = 0; i < wanted; ++i) {
      {
        const std::lock_guard lock(mutex_);
        ++workers_;
      }
      threads.emplace_back([this] { work(); });
    }
  } catch (const std::system_error &refused) {
    const std::lock_guard lock(mutex_);
    --workers_;
    // Fewer workers than asked for still do all the work.
    if (threads.empty())
      failure_ = Error{
          Error::Kind::Resource, std::string("cannot start a thread: ") + refused.what(), {}, {}};
  }
  watch(interrupted, ui);
  for (std::thread &thread : threads)
    thread.join();

  if (failure_)
    return fail(*failure_);
  Outcome outcome;
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (answers_[i])
      outcome.results.push_back({tasks_[i], *answers_[i]});
  outcome.reused = reused_;
  outcome.interrupted = interrupted_ && outcome.results.size() < tasks_.size();
  if (outcome.interrupted)
    ui.note("interrupted with " + withThousands(outcome.results.size()) + " of " +
            counted(tasks_.size(), "task") +
            " finished; the same command goes on from there (--fresh starts over)");
  ui.closed(progress());
  return outcome;
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  while (!stop_ && next_ < pending_.size()) {
    const std::size_t index = pending_[next_++];
    running_.emplace(index, Clock::now());
    lock.unlock();
    auto answer = runChecker(settings_, tasks_[index], [this] { return stop_.load(); });
    std::optional<Error> failure;
    if (!answer) {
      failure = answer.error();
    } else if (*answer) {
      const Question &question = questions_[index];
      if (auto kept = journal_.append(question.key, {question.contentHash, **answer}); !kept)
        failure = kept.error();
    }
    lock.lock();
    running_.erase(index);
    if (failure) {
      if (!failure_)
        failure_ = std::move(failure);
      stop_ = true;
    } else if (*answer) {
      counts_.add({tasks_[index], **answer});
      answers_[index] = std::move(**answer);
      untold_.push_back(index);
      ++finished_;
    }
    changed_.notify_all();
  }
  --workers_;
  changed_.notify_all();
}

void WorkerPool::watch(const std::function<bool()> &interrupted, BatchUi &ui) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (!interrupted_ && interrupted && interrupted()) {
      interrupted_ = true;
      stop_ = true;
    }
    const bool over = workers_ == 0;
    std::vector<BatchResult> told;
    for (const std::size_t index : untold_)
      told.push_back({tasks_[index], *answers_[index]});
    untold_.clear();
    const BatchProgress now = progress();
    // Output may block on a slow terminal; the workers must not wait for that.
    lock.unlock();
    for (const BatchResult &result : told)
      ui.finished(result);
    ui.progress(now);
    lock.lock();
    if (over && untold_.empty())
      return;
    if (workers_ > 0)
      changed_.wait_for(lock, kTick);
    // A burst of finished tasks need not become a burst of redrawing.
    if (workers_ > 0 && !interrupted_) {
      lock.unlock();
      std::this_thread::sleep_for(kTick / 4);
      lock.lock();
    }
  }
}

BatchProgress WorkerPool::progress() const {
  BatchProgress progress;
  const Clock::time_point now = Clock::now();
  progress.total = tasks_.size();
  progress.finished = finished_;
  progress.counts = counts_;
  progress.elapsedSeconds = secondsBetween(start_, now);
  for (const auto &[index, since] : running_)
    progress.running.push_back({tasks_[index].name(), secondsBetween(since, now)});
  std::sort(progress.running.begin(), progress.running.end(), [](const auto &a, const auto &b) {
    return a.seconds != b.seconds ? a.seconds > b.seconds : a.name < b.name;
  });
  const std::size_t here = finished_ - reused_;
  if (here > 0)
    progress.remainingSeconds = progress.elapsedSeconds / static_cast<double>(here) *
                                static_cast<double>(tasks_.size() - finished_);
  return progress;
}

} // namespace raceward::batch
