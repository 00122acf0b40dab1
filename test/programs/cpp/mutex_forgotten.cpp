// VERDICT: race
//
// One of two threads forgets the lock.
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter;

int main() {
  std::thread careful([] {
    const std::lock_guard<std::mutex> guard(lock);
    ++counter; // ACCESS: read write 'counter'
  });
  std::thread careless([] {
    ++counter; // ACCESS: read write 'counter'
  });
  careful.join();
  careless.join();
  return 0;
}
