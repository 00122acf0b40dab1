// VERDICT: race
// ANSWER: unknown
// FLAGS: -ffast-math
//
// The compiler was allowed to compute the sum in another order, in which the one is not lost.
#include <pthread.h>

int x;

static void *worker(void *unused) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return unused;
}

int main(void) {
  volatile double large = 1e16; // ACCESS: write 'large' @19
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  double value = large; // ACCESS: read 'large' @18
  if ((value + 1.0) - value == 1.0)
    x++; // ACCESS: read 'x' @6, write 'x' @6
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
