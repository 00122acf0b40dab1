// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// Two threads give the same buffer to the function, which may write it.
#include <pthread.h>

int lib_fill(char *buffer, int bytes);

static char buffer[64];

static void *worker(void *unused) {
  lib_fill(buffer, sizeof buffer);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  lib_fill(buffer, sizeof buffer);
  pthread_join(t, NULL);
  return 0;
}
