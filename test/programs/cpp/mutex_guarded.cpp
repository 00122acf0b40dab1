// VERDICT: no-race-for-this-input
//
// lock_guard around every access.
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter;

static void add() {
  const std::lock_guard<std::mutex> guard(lock);
  ++counter;
}

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  return counter == 2 ? 0 : 1;
}
