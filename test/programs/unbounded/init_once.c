// VERDICT: race-free
//
// The first one initialises; the others know by the flag.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, table[4];

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  if (!ready) { // ACCESS: read 'ready' @8
    for (int i = 0; i < 4; i++)
      table[i] = i; // ACCESS: write 'table[i]' @16
    ready = 1; // ACCESS: write 'ready' @11
  }
  pthread_mutex_unlock(&lock);
  return table[1] ? unused : NULL; // ACCESS: read 'table[1]' @10
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
