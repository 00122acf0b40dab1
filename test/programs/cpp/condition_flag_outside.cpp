// VERDICT: race
//
// The flag of a condition variable is set without its mutex.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread producer([] {
    ready = true; // ACCESS: write 'ready'
    const std::lock_guard<std::mutex> guard(lock);
    changed.notify_all();
  });
  {
    std::unique_lock<std::mutex> guard(lock);
    while (!ready) // ACCESS: read 'ready'
      changed.wait(guard);
  }
  producer.join();
  return 0;
}
