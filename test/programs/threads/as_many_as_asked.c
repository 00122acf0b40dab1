// VERDICT: race-free
//
// The input says how many; they are joined one after the other.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int total;

static void *add(void *unused) {
  total++; // ACCESS: read 'total' @8, write 'total' @8
  return unused;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3)
    return 0;
  for (int i = 0; i < n; i++) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL); // ACCESS: write 't' @5 by pthread_create
    pthread_join(t, NULL); // ACCESS: read 't' @18
  }
  return total; // ACCESS: read 'total' @10
}
