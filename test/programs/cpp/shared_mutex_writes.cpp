// VERDICT: race
//
// A cache is filled under a lock for readers.
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int cached;

static void look() {
  const std::shared_lock<std::shared_mutex> guard(lock);
  if (cached == 0) // ACCESS: read 'cached'
    cached = 42;   // ACCESS: write 'cached'
}

int main() {
  std::thread one(look);
  std::thread two(look);
  one.join();
  two.join();
  return 0;
}
