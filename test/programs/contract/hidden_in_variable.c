// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The number is an address, which another function has made it from.
#include <pthread.h>

int lib_control(int request, unsigned long argument);

static int number;
static unsigned long where;

static void *worker(void *unused) {
  lib_control(1, where);
  return unused;
}

int main(void) {
  pthread_t t;
  where = (unsigned long)&number;
  pthread_create(&t, NULL, worker, NULL);
  number = 2;
  pthread_join(t, NULL);
  return 0;
}
