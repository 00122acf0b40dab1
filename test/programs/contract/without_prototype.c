// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
// FLAGS: -std=c89
//
// A function without a prototype gets what the call passes.
#include <pthread.h>

int lib_any();

static int number;

static void *worker(void *unused) {
  lib_any(1, &number);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  number = 2;
  pthread_join(t, NULL);
  return 0;
}
