// VERDICT: race
//
// Every write is in an atomic section; the assertion of main reads outside of any.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

enum { THREADS = 5 };
static intptr_t last;

static void *worker(void *number) {
  __VERIFIER_atomic_begin();
  last = (intptr_t)number; // ACCESS: write 'last' @8
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  for (intptr_t i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, worker, (void *)i); // ACCESS: write 't[i]' @5 by pthread_create
  assert(last < THREADS); // ACCESS: read 'last' @3
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL); // ACCESS: read 't[i]' @18
  return 0;
}
