// VERDICT: race-free
//
// The twin of by_value_section.c: the section itself passes the struct by value.
#include <pthread.h>

struct wide {
  long v[12];
};
static struct wide shared;
static long out;

static long first(struct wide x) { return x.v[0]; } // ACCESS: read 'x.v[0]' @43
static void __VERIFIER_atomic_put(void) { out = first(shared); } // ACCESS: read 'shared' @49, write 'out' @47
static void __VERIFIER_atomic_set(void) { shared.v[3] = 1; } // ACCESS: write 'shared.v[3]' @55

static void *worker(void *unused) {
  __VERIFIER_atomic_put();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  __VERIFIER_atomic_set();
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
