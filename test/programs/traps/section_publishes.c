// VERDICT: race-free
// MODEL: sc
//
// The twin of section_order.c: the data is written before the section that says so. Without
// an order between conflicting sections this would be a false alarm.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int flag, shared;

static void *looker(void *unused) {
  __VERIFIER_atomic_begin();
  int seen = flag; // ACCESS: read 'flag' @14
  __VERIFIER_atomic_end();
  if (seen)
    shared = 1; // ACCESS: write 'shared' @12
  return unused;
}

static void *setter(void *unused) {
  shared = 2; // ACCESS: write 'shared' @10
  __VERIFIER_atomic_begin();
  flag = 1; // ACCESS: write 'flag' @8
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, setter, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, looker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
