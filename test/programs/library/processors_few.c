// VERDICT: race
//
// A thread for each processor: there may be two, and no more than can be followed.
#include <pthread.h>
#include <unistd.h>

static int count;

static void *worker(void *unused) {
  ++count;
  return unused;
}

int main(void) {
  const long threads = sysconf(_SC_NPROCESSORS_ONLN);
  pthread_t all[threads];
  for (long i = 0; i < threads; ++i)
    pthread_create(&all[i], NULL, worker, NULL);
  for (long i = 0; i < threads; ++i)
    pthread_join(all[i], NULL);
  return 0;
}
