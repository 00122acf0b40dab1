// VERDICT: race
//
// One element too many.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int data[801];

static void *worker(void *argument) {
  long me = (long)argument;
  for (int i = 0; i <= 8; i++)
    data[8 * me + i] = i; // ACCESS: write 'data[8 * me + i]' @22
  return NULL;
}

int main(void) {
  pthread_t threads[100];
  for (long i = 0; i < 100; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i); // ACCESS: write 'threads[i]' @5 by pthread_create
  for (long i = 0; i < 100; i++)
    pthread_join(threads[i], NULL); // ACCESS: read 'threads[i]' @18
  return data[17]; // ACCESS: read 'data[17]' @10
}
