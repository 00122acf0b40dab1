// VERDICT: no-race-for-this-input
//
// Locks that are taken later, and handed on: the guard decides, not the scope.
#include <mutex>
#include <thread>
#include <utility>

static std::mutex lock;
static int total;

static void work() {
  std::unique_lock<std::mutex> later(lock, std::defer_lock);
  later.lock();
  std::unique_lock<std::mutex> owner(std::move(later));
  ++total;
}

int main() {
  std::thread one(work);
  work();
  one.join();
  return total == 2 ? 0 : 1;
}
