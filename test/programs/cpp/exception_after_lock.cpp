// VERDICT: race
//
// The handler runs when the lock is gone already.
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int failures;

static void work() {
  try {
    const std::lock_guard<std::mutex> guard(lock);
    throw std::runtime_error("no");
  } catch (const std::exception &) {
    ++failures; // ACCESS: read write 'failures'
  }
}

int main() {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
  return 0;
}
