// VERDICT: race
// ANSWER: unknown
// FLAGS: -fno-delete-null-pointer-checks
//
// With this flag there may be an object at address zero, as on machines without protection.
#include <pthread.h>

static void *worker(void *unused) {
  *(volatile int *)0 = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  *(volatile int *)0 = 2;
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
