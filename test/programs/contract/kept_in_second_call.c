// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// One function keeps the address, and another one writes there when the other thread calls it.
#include <pthread.h>

void lib_put(int *item);
void lib_tick(int seconds);

static void *worker(void *unused) {
  lib_tick(1);
  return unused;
}

int main(void) {
  pthread_t t;
  int item = 0;
  lib_put(&item);
  pthread_create(&t, NULL, worker, NULL);
  item = 2;
  pthread_join(t, NULL);
  return item;
}
