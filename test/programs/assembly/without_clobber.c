// VERDICT: race
// ANSWER: unknown
//
// Without the clobber "memory" the compiler may move the counter out of the lock. The processor
// would not: no race is claimed.
#include <pthread.h>

static int held;
static int counter;

static int exchange(int *at, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at)); // ACCESS: atomic read-write (relaxed) '*at' @3
  return value;
}

static void *worker(void *unused) {
  while (exchange(&held, 1))
    ;
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
