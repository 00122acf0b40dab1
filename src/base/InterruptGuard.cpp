#include "raceward/base/InterruptGuard.h"

#include <atomic>
#include <cstdint>
#include <ctime>

namespace raceward {

namespace {

// Global, as a signal handler has no context. Lock-free, hence safe in a handler.
std::atomic<int> received = 0;
std::atomic<std::int64_t> receivedAt = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// One Ctrl-C can arrive twice: from the terminal and from a parent that forwards it.
constexpr std::int64_t kSameOccasionMilliseconds = 1000;

std::int64_t nowInMilliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now); // safe in a handler, unlike most of the library
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

void remember(int signal) {
  if (received.load() == 0) {
    receivedAt.store(nowInMilliseconds());
    received.store(signal);
  } else if (nowInMilliseconds() - receivedAt.load() > kSameOccasionMilliseconds) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

} // namespace

InterruptGuard::InterruptGuard() {
  received.store(0);
  struct sigaction action{};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &action, &before_[i]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &before_[i], nullptr);
}

int InterruptGuard::signal() const {
  return received.load();
}

} // namespace raceward
