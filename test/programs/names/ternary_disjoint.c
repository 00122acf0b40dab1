// VERDICT: race-free
//
// The twin of ternary.c: each thread chooses another counter.
#include <pthread.h>

static long even, odd;

static void count(int parity, long by) {
  long *counter = parity ? &odd : &even;
  *counter += by;
}

static void *worker(void *unused) {
  count(1, 5);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  count(0, 7);
  pthread_join(t, NULL);
  return even > odd ? 0 : 1;
}
