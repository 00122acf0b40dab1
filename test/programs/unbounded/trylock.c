// VERDICT: race-free
//
// Only who got the lock goes on.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int mine(void) { return pthread_mutex_trylock(&lock) == 0; }

static void *worker(void *unused) {
  if (mine()) {
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
