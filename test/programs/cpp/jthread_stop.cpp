// VERDICT: race
//
// A stop is asked for, which is not the same as that the thread has ended.
#include <stop_token>
#include <thread>

static int last;

int main() {
  std::jthread worker([](const std::stop_token &stop) {
    if (!stop.stop_requested())
      last = 1; // ACCESS: write 'last'
  });
  worker.request_stop();
  return last < 2 ? 0 : 1; // ACCESS: read 'last'
}
