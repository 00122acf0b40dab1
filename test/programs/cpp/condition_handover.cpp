// VERDICT: no-race-for-this-input
//
// A value is handed over with a condition variable.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool ready;
static int value;

int main() {
  std::thread producer([] {
    const std::lock_guard<std::mutex> guard(lock);
    value = 42;
    ready = true;
    changed.notify_one();
  });
  std::unique_lock<std::mutex> guard(lock);
  changed.wait(guard, [] { return ready; });
  const int got = value;
  guard.unlock();
  producer.join();
  return got == 42 ? 0 : 1;
}
