// VERDICT: race
// ANSWER: unknown
//
// The engines compute in the mode that programs begin with, and stop where it changes.
#include <pthread.h>

static int total;

static void *worker(void *unused) {
  unsigned status = 0x7f80; // rounds towards zero
  __asm__ volatile("ldmxcsr %0" : : "m"(status)); // ACCESS: write 'raceward.mxcsr' @3
  total++; // ACCESS: read 'total' @8, write 'total' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return total; // ACCESS: read 'total' @10
}
