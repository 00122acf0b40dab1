// VERDICT: race
//
// A single store in assembly may count as atomic, but the read in C does not.
#include <pthread.h>

static int ready;

static void *worker(void *unused) {
  __asm__ volatile("movl $1, %0" : "=m"(ready) : : "memory"); // ACCESS: write 'ready' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int seen = ready; // ACCESS: read 'ready' @14
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
