// VERDICT: race-free
//
// The twin of ternary.c: each thread chooses another counter.
#include <pthread.h>

static long even, odd;

static void count(int parity, long by) {
  long *counter = parity ? &odd : &even;
  *counter += by; // ACCESS: read '*counter' @12, write '*counter' @12
}

static void *worker(void *unused) {
  count(1, 5);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  count(0, 7);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return even > odd ? 0 : 1; // ACCESS: read 'even' @10, read 'odd' @17
}
