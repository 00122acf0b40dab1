// VERDICT: no-race-for-this-input
//
// A message, published by a release and read after an acquire.
#include <atomic>
#include <thread>

static std::atomic<bool> ready{false};
static int message;

int main() {
  std::thread sender([] {
    message = 7;
    ready.store(true, std::memory_order_release);
  });
  int got = 7;
  if (ready.load(std::memory_order_acquire))
    got = message;
  sender.join();
  return got == 7 ? 0 : 1;
}
