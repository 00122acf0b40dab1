// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// One function keeps the address of a local, and another one returns it in the other thread.
#include <pthread.h>

void lib_put(void *item);
int *lib_get(void);

static void *worker(void *unused) {
  int *item = lib_get();
  if (item != NULL)
    *item = 1;
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
