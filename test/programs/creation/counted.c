// VERDICT: race-free
//
// Only the threads that there are are joined, and their results are read after that.
#include <pthread.h>
#include <stddef.h>

#define WORKERS 2

static int results[WORKERS];

static void *worker(void *argument) {
  *(int *)argument = 1; // ACCESS: write '*argument' @20
  return NULL;
}

int main(void) {
  pthread_t threads[WORKERS];
  int created = 0, sum = 0;
  for (int i = 0; i < WORKERS; i++)
    if (pthread_create(&threads[created], NULL, worker, &results[i]) == 0) // ACCESS: write 'threads[created]' @9 by pthread_create
      created++;
  for (int i = 0; i < created; i++)
    pthread_join(threads[i], NULL); // ACCESS: read 'threads[i]' @18
  for (int i = 0; i < WORKERS; i++)
    sum += results[i]; // ACCESS: read 'results[i]' @12
  return sum;
}
