// VERDICT: race
// ANSWER: unknown
//
// A thread that is detached cannot be joined: the join comes back with an error, at once.
#include <pthread.h>

static int last;

static void *worker(void *unused) {
  pthread_detach(pthread_self());
  last = 1; // ACCESS: write 'last' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL);                  // ACCESS: read 't' @16
  last = 2;                               // ACCESS: write 'last' @8
  return 0;
}
