// VERDICT: no-race-for-this-input
//
// A jthread joins where its scope ends.
#include <thread>

int main() {
  int local = 0;
  {
    const std::jthread worker([&local] { local = 1; });
  }
  return local == 1 ? 0 : 1;
}
