// VERDICT: race
//
// Not every number is that of a clock, and not every clock can be waited for.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int shared;

static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  struct timespec time = {0, 1};
  pthread_create(&t, NULL, worker, NULL);
  if (clock_gettime(10, &time) < 0 && errno == EINVAL &&
      clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &time, NULL) == EINVAL)
    shared = 2;
  pthread_join(t, NULL);
  return 0;
}
