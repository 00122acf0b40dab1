#include "raceward/batch/WorkerPool.h"

#include <algorithm>
#include <system_error>
#include <thread>

namespace raceward::batch {

namespace {

/// Interval of progress reports and of checks for Ctrl-C.
constexpr std::chrono::milliseconds kPoolTick{100};

} // namespace

Result<bool> WorkerPool::run(unsigned jobs, const std::function<bool()> &interrupted, BatchUi &ui) {
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
  return interrupted_;
}

void WorkerPool::work() {
  std::unique_lock lock(mutex_);
  while (!stop_ && next_ < pending_.size()) {
    const std::size_t index = pending_[next_++];
    running_.emplace(index, Clock::now());
    lock.unlock();
    auto answer =
        runChecker(ledger_.settings(), ledger_.task(index), [this] { return stop_.load(); });
    std::optional<Error> failure;
    if (!answer) {
      failure = answer.error();
    } else if (*answer) {
      if (auto kept = ledger_.recordOwn(index, std::move(**answer)); !kept)
        failure = kept.error();
    }
    lock.lock();
    running_.erase(index);
    if (failure) {
      if (!failure_)
        failure_ = std::move(failure);
      stop_ = true;
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
    const BatchProgress now = progress();
    // The lock is not held during output, which may block on a slow terminal.
    lock.unlock();
    ledger_.tell(ui);
    ui.progress(now);
    lock.lock();
    if (over)
      return;
    if (workers_ > 0)
      changed_.wait_for(lock, kPoolTick);
    // Limits the rate of redrawing when many tasks finish at once.
    if (workers_ > 0 && !interrupted_) {
      lock.unlock();
      std::this_thread::sleep_for(kPoolTick / 4);
      lock.lock();
    }
  }
}

BatchProgress WorkerPool::progress() const {
  BatchProgress progress = ledger_.progress();
  const Clock::time_point now = Clock::now();
  for (const auto &[index, since] : running_)
    progress.running.push_back(
        {ledger_.task(index).name(), std::chrono::duration<double>(now - since).count()});
  std::sort(progress.running.begin(), progress.running.end(), [](const auto &a, const auto &b) {
    return a.seconds != b.seconds ? a.seconds > b.seconds : a.name < b.name;
  });
  return progress;
}

} // namespace raceward::batch
