// VERDICT: race
//
// Half of the elements, each with two locks.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t locks[8];
static int values[8];

static void *worker(void *unused) {
  unsigned i = (unsigned)__VERIFIER_nondet_int() % 7;
  pthread_mutex_lock(&locks[i]);
  values[i / 2]++; // ACCESS: read 'values[i / 2]' @16, write 'values[i / 2]' @16
  pthread_mutex_unlock(&locks[i]);
  return unused;
}

int main(void) {
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(&locks[i], NULL);
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
