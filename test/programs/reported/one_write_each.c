// VERDICT: race
//
// One write in main, one in a thread; a run in which they are far apart shows nothing.
#include <pthread.h>

static int number;

static void *worker(void *unused) {
  number = 1; // ACCESS: write 'number' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  number = 2; // ACCESS: write 'number' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
