// VERDICT: no-race-for-this-input
//
// The language itself makes a static local variable once.
#include <thread>

struct Settings {
  int size;
  Settings() : size(4) {}
};

static int use() {
  static const Settings settings;
  return settings.size;
}

int main() {
  int there = 0;
  std::thread other([&there] { there = use(); });
  const int here = use();
  other.join();
  return here == 4 && there == 4 ? 0 : 1;
}
