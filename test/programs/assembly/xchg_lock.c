// VERDICT: race-free
//
// An exchange with memory is atomic without the prefix, and a lock made of it protects a counter.
#include <pthread.h>

static int held;
static int counter;

static int exchange(int *at, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory"); // ACCESS: atomic read-write (seq_cst) '*at' @3
  return value;
}

static void *worker(void *unused) {
  while (exchange(&held, 1))
    __asm__ volatile("rep; nop" ::: "memory");
  counter++; // ACCESS: read 'counter' @10, write 'counter' @10
  exchange(&held, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
