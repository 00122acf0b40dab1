// VERDICT: race
//
// Whoever finds the lock taken clears it.
#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int total;

static void *worker(void *unused) {
  while (atomic_flag_test_and_set(&busy))
    atomic_flag_clear(&busy);
  total++;
  atomic_flag_clear(&busy);
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL);
  return 0;
}
