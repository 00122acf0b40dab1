// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// An argument behind the named ones is given like any other.
#include <pthread.h>

int lib_scan(const char *format, ...);

static int number;

static void *worker(void *unused) {
  lib_scan("%d", &number);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  number = 2;
  pthread_join(t, NULL);
  return 0;
}
