// PROPERTY: assertions
// VERDICT: holds
//
// A monotonic clock never runs backwards, and the nanoseconds are less than a second.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec first, second;
  if (clock_gettime(CLOCK_MONOTONIC, &first) != 0)
    return 1;
  sleep(0);
  if (clock_gettime(CLOCK_MONOTONIC, &second) != 0)
    return 1;
  assert(second.tv_nsec >= 0 && second.tv_nsec < 1000000000);
  assert(second.tv_sec > first.tv_sec ||
         (second.tv_sec == first.tv_sec && second.tv_nsec >= first.tv_nsec));
  assert(getpid() == getpid() && getpid() > 0);
  return 0;
}
