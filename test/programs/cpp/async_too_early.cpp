// VERDICT: race
//
// What the task does beside its result is looked at before the result is there.
#include <future>

static int side;

int main() {
  std::future<int> task = std::async(std::launch::async, [] {
    side = 1; // ACCESS: write 'side'
    return 41;
  });
  const int early = side; // ACCESS: read 'side'
  return task.get() + early > 0 ? 0 : 1;
}
