// VERDICT: race
//
// The lock is given back before the last access.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *unused) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    int next = total + 1; // ACCESS: read 'total' @16
    pthread_mutex_unlock(&lock);
    total = next; // ACCESS: write 'total' @11
  }
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
