// VERDICT: race-free
//
// A lock made of a variable.
#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int total;

static void *worker(void *unused) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) // ACCESS: atomic read-write (acquire) 'busy._Value' @10
    ;
  total++; // ACCESS: read 'total' @8, write 'total' @8
  atomic_flag_clear_explicit(&busy, memory_order_release); // ACCESS: atomic write (release) 'busy._Value' @3
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
