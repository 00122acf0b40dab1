// VERDICT: race
//
// Double-checked locking with a plain pointer.
#include <memory>
#include <mutex>
#include <thread>

static std::mutex lock;
static int *instance;

static int use() {
  if (instance == nullptr) { // ACCESS: read 'instance'
    const std::lock_guard<std::mutex> guard(lock);
    if (instance == nullptr)
      instance = new int(3); // ACCESS: write 'instance'
  }
  return *instance; // ACCESS: read 'instance', '*instance'
}

int main() {
  std::thread other([] { use(); });
  use();
  other.join();
  delete instance;
  return 0;
}
