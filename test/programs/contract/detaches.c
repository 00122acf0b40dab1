// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The function is given the thread, and may detach it: then nobody can wait for its end.
#include <pthread.h>

void lib_watch(pthread_t thread);

static int number;

static void *worker(void *unused) {
  number++;
  return unused;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, worker, NULL) != 0)
    return 1;
  lib_watch(t);
  pthread_join(t, NULL);
  number++;
  return 0;
}
