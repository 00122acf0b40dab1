// VERDICT: no-race-for-this-input
//
// Fences make relaxed accesses order what stands before and after them.
#include <atomic>
#include <thread>

static std::atomic<int> flag{0};
static int data;

int main() {
  std::thread sender([] {
    data = 1;
    std::atomic_thread_fence(std::memory_order_release);
    flag.store(1, std::memory_order_relaxed);
  });
  int got = 1;
  if (flag.load(std::memory_order_relaxed) == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);
    got = data;
  }
  sender.join();
  return got == 1 ? 0 : 1;
}
