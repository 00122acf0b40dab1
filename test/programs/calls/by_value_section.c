// VERDICT: race
//
// The callee is an atomic section. What it gets by value is read by its caller, before the section
// begins.
#include <pthread.h>

struct wide {
  long v[12];
};
static struct wide shared;
static long out;

static void __VERIFIER_atomic_put(struct wide x) { out = x.v[0]; } // ACCESS: read 'x.v[0]' @58, write 'out' @56
static void __VERIFIER_atomic_set(void) { shared.v[3] = 1; } // ACCESS: write 'shared.v[3]' @55

static void *worker(void *unused) {
  __VERIFIER_atomic_put(shared); // ACCESS: read 'shared' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  __VERIFIER_atomic_set();
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
