#include "raceward/batch/InterruptGuard.h"

#include <atomic>

namespace raceward {

namespace {

// A handler has no other way to reach us. Lock-free, hence safe in a handler.
std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void remember(int signal) {
  received.store(signal);
}

} // namespace

InterruptGuard::InterruptGuard() {
  received.store(0);
  struct sigaction action{};
  action.sa_handler = remember;
  // Reset: the second signal finds the default, and ends us.
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
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
