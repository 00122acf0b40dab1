// VERDICT: no-race-for-this-input
//
// Each thread has a variable of its own, and tells the sum once.
#include <mutex>
#include <thread>

static thread_local int mine;
static std::mutex lock;
static int sum;

static void work(int much) {
  mine += much;
  mine += much;
  const std::lock_guard<std::mutex> guard(lock);
  sum += mine;
}

int main() {
  std::thread one(work, 1);
  std::thread two(work, 2);
  one.join();
  two.join();
  return sum == 6 ? 0 : 1;
}
