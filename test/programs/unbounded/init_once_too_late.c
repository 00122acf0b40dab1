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
  int first = !ready;
  ready = 1;
  pthread_mutex_unlock(&lock);
  if (first)
    for (int i = 0; i < 4; i++)
      table[i] = i;
  return table[1] ? unused : NULL;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL);
  return 0;
}
