// VERDICT: no-race-for-this-input
//
// An exception leaves a critical section, and the guard gives the lock back.
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int steps;

static void step(bool fails) {
  const std::lock_guard<std::mutex> guard(lock);
  ++steps;
  if (fails)
    throw std::runtime_error("no");
  ++steps;
}

static void work(bool fails) {
  try {
    step(fails);
  } catch (const std::exception &) {
    const std::lock_guard<std::mutex> guard(lock);
    ++steps;
  }
}

int main() {
  std::thread one(work, true);
  std::thread two(work, false);
  one.join();
  two.join();
  return steps == 4 ? 0 : 1;
}
