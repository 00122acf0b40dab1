// VERDICT: race
//
// The same with relaxed orders: the flag is atomic, the message is not ordered by it.
#include <atomic>
#include <thread>

static std::atomic<bool> ready{false};
static int message;

int main() {
  std::thread sender([] {
    message = 7; // ACCESS: write 'message'
    ready.store(true, std::memory_order_relaxed);
  });
  int got = 7;
  if (ready.load(std::memory_order_relaxed))
    got = message; // ACCESS: read 'message'
  sender.join();
  return got == 7 ? 0 : 1;
}
