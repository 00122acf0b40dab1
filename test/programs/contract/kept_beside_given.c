// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// One thread gives the number, while a call in the other one uses it from an earlier time.
#include <pthread.h>

void lib_put(int *item);
void lib_tick(int seconds);

static int item;

static void *worker(void *unused) {
  lib_tick(1);
  return unused;
}

int main(void) {
  pthread_t t;
  lib_put(&item);
  pthread_create(&t, NULL, worker, NULL);
  lib_put(&item);
  pthread_join(t, NULL);
  return item;
}
