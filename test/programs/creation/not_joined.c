// VERDICT: race
//
// After a failure the threads that there are are not joined.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define WORKERS 2

static int done[WORKERS];

static void *worker(void *argument) {
  *(int *)argument = 1; // ACCESS: write '*argument' @20
  return NULL;
}

static int start(pthread_t *threads) {
  for (int i = 0; i < WORKERS; i++) {
    int error = pthread_create(&threads[i], NULL, worker, &done[i]); // ACCESS: write 'threads[i]' @17 by pthread_create
    if (error)
      return error;
  }
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], NULL); // ACCESS: read 'threads[i]' @18
  return 0;
}

int main(void) {
  pthread_t threads[WORKERS];
  if (start(threads) != 0)
    return done[0]; // ACCESS: read 'done[0]' @12
  return done[0] + done[1]; // ACCESS: read 'done[0]' @10, read 'done[1]' @20
}
