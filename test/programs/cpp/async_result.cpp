// VERDICT: no-race-for-this-input
//
// The result of std::async comes after everything that the task did.
#include <future>

static int side;

int main() {
  std::future<int> task = std::async(std::launch::async, [] {
    side = 1;
    return 41;
  });
  const int got = task.get();
  return got + side == 42 ? 0 : 1;
}
