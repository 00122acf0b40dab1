// VERDICT: race
//
// The return from main ends the process. A run in which main goes first shows no access of
// the workers at all, and must not be the only one.
#include <pthread.h>

static int counter;

static void *worker(void *unused) {
  counter++; // ACCESS: read 'counter' @10, write 'counter' @10
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  return 0;
}
