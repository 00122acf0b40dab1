// VERDICT: race
//
// A lock made of atomic sections, with an assumption where it would wait. The race on `late`
// needs the hand-over release -> acquire between the threads: an assumption that fails must
// block its thread until the lock is free. Ending the run there would hide the race.
#include <pthread.h>

void abort(void);

static int taken, handed, late;

static void assume(int holds) {
  if (!holds)
    abort();
}

void __VERIFIER_atomic_acquire(void) {
  assume(taken == 0); // ACCESS: read 'taken' @10
  taken = 1; // ACCESS: write 'taken' @9
}

void __VERIFIER_atomic_release(void) { taken = 0; } // ACCESS: write 'taken' @46

static void *giver(void *unused) {
  __VERIFIER_atomic_acquire();
  handed = 1; // ACCESS: write 'handed' @10
  __VERIFIER_atomic_release();
  late = 1; // ACCESS: write 'late' @8
  return unused;
}

static void *taker(void *unused) {
  __VERIFIER_atomic_acquire();
  int seen = handed; // ACCESS: read 'handed' @14
  __VERIFIER_atomic_release();
  if (seen)
    late = 2; // ACCESS: write 'late' @10
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, taker, NULL); // ACCESS: write 'first' @3 by pthread_create
  pthread_create(&second, NULL, giver, NULL); // ACCESS: write 'second' @3 by pthread_create
  pthread_join(first, NULL); // ACCESS: read 'first' @16
  pthread_join(second, NULL); // ACCESS: read 'second' @16
  return 0;
}
