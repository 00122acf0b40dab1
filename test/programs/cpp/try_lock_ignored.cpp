// VERDICT: race
//
// The answer of try_lock is not looked at.
#include <mutex>
#include <thread>

static std::mutex lock;
static int value;

static void work() {
  const bool mine = lock.try_lock();
  value = 1; // ACCESS: write 'value'
  if (mine)
    lock.unlock();
}

int main() {
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
  return 0;
}
