// VERDICT: race
//
// A locked instruction and a plain read.
#include <pthread.h>

static int counter;

static void *worker(void *unused) {
  __asm__ volatile("lock; addl %1, %0" : "+m"(counter) : "ir"(5) : "memory", "cc"); // ACCESS: atomic read-write (seq_cst) 'counter' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int seen = counter; // ACCESS: read 'counter' @14
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
