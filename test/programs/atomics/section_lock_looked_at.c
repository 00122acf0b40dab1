// VERDICT: race
//
// A lock made of an atomic section. The assertion looks at it without one, while another thread
// may be in its section: the write there is in the middle of a step, and its thread then spins
// for as long as the other does not go on.
#include <assert.h>
#include <pthread.h>

static int taken;

static void __VERIFIER_atomic_take(int *was) {
  *was = taken; // ACCESS: write '*was' @8, read 'taken' @10
  taken = 1; // ACCESS: write 'taken' @9
}

static void *worker(void *unused) {
  int was;
  unsigned rounds = 0;
  __VERIFIER_atomic_take(&was);
  while (was == 1) { // ACCESS: read 'was' @10
    rounds++;
    __VERIFIER_atomic_take(&was);
  }
  assert(taken != 0); // ACCESS: read 'taken' @3
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  return 0;
}
