// VERDICT: race
//
// `mode` has no value unless the call gave it one: it may well be different from 5.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int shared;

static void *worker(void *unused) {
  shared = 1; // ACCESS: write 'shared' @10
  return unused;
}

int main(void) {
  pthread_t t;
  int mode;
  if (__VERIFIER_nondet_int())
    mode = 5;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (mode != 5)
    shared = 2; // ACCESS: write 'shared' @12
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
