// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The number is an address.
#include <pthread.h>

int lib_control(int request, unsigned long argument);

static int number;

static void *worker(void *unused) {
  lib_control(1, (unsigned long)&number);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  number = 2;
  pthread_join(t, NULL);
  return 0;
}
