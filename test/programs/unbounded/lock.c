// VERDICT: race-free
//
// Any number of threads, any number of rounds, one lock.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *unused) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    total++; // ACCESS: read 'total' @10, write 'total' @10
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
