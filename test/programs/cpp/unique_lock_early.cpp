// VERDICT: race
//
// A unique_lock is given back before the last access.
#include <mutex>
#include <thread>

static std::mutex lock;
static int total;

static void work(int much) {
  std::unique_lock<std::mutex> guard(lock);
  total += much; // ACCESS: read write 'total'
  guard.unlock();
  if (much > 1)
    total = 0; // ACCESS: write 'total'
}

int main() {
  std::thread one(work, 1);
  std::thread two(work, 2);
  one.join();
  two.join();
  return 0;
}
