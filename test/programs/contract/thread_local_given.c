// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The variable of one thread reaches the other through the library.
#include <pthread.h>

void lib_put(void *item);
void *lib_get(void);

static _Thread_local int total;

static void *worker(void *unused) {
  int *other = lib_get();
  if (other != NULL)
    ++*other;
  return unused;
}

int main(void) {
  pthread_t t;
  lib_put(&total);
  pthread_create(&t, NULL, worker, NULL);
  total++;
  pthread_join(t, NULL);
  return 0;
}
