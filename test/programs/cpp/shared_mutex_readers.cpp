// VERDICT: no-race-for-this-input
//
// Readers share, the writer does not.
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int table[2] = {1, 1};

static int look() {
  const std::shared_lock<std::shared_mutex> guard(lock);
  return table[0] - table[1];
}

int main() {
  int seen = 0;
  std::thread reader([&seen] { seen = look(); });
  {
    const std::unique_lock<std::shared_mutex> guard(lock);
    table[0] = 2;
    table[1] = 2;
  }
  const int mine = look();
  reader.join();
  return seen == 0 && mine == 0 ? 0 : 1;
}
