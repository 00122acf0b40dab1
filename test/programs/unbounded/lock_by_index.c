// VERDICT: race-free
//
// The lock with the index of the data.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t locks[8];
static int values[8];

static void *worker(void *unused) {
  unsigned i = (unsigned)__VERIFIER_nondet_int() % 7;
  pthread_mutex_lock(&locks[i]);
  values[i]++; // ACCESS: read 'values[i]' @12, write 'values[i]' @12
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
