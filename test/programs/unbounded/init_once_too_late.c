// VERDICT: race
//
// The flag is set before the work, and the work is done without the lock.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, table[4];

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  int first = !ready; // ACCESS: read 'ready' @16
  ready = 1; // ACCESS: write 'ready' @9
  pthread_mutex_unlock(&lock);
  if (first)
    for (int i = 0; i < 4; i++)
      table[i] = i; // ACCESS: write 'table[i]' @16
  return table[1] ? unused : NULL; // ACCESS: read 'table[1]' @10
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
