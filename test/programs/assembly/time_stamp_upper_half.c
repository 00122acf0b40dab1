// VERDICT: race-free
//
// Each half of the time has 32 bits: the sum of two never fills the upper half.
#include <pthread.h>

static int total;

static void *worker(void *unused) {
  unsigned long low, high;
  __asm__ volatile("rdtscp" : "=a"(low), "=d"(high) : : "rcx", "memory");
  if ((low | high) >> 32)
    total++; // ACCESS: read 'total' @10, write 'total' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return total; // ACCESS: read 'total' @10
}
