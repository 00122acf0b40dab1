// VERDICT: no-race-for-this-input
//
// std::call_once: everybody sees what the first one made.
#include <mutex>
#include <thread>

static std::once_flag once;
static int made;

static int use() {
  std::call_once(once, [] { made = 5; });
  return made;
}

int main() {
  int there = 0;
  std::thread other([&there] { there = use(); });
  const int here = use();
  other.join();
  return here == 5 && there == 5 ? 0 : 1;
}
