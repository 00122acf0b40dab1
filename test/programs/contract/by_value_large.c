// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// A struct that is passed in memory holds the address.
#include <pthread.h>

struct large {
  long numbers[8];
  int *to;
};

int lib_large(struct large job);

static int number;

static void *worker(void *unused) {
  lib_large((struct large){.to = &number});
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  number = 1;
  pthread_join(t, NULL);
  return 0;
}
