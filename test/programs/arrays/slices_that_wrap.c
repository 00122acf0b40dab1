// VERDICT: race
//
// Each thread has a number, and the distance of their elements is large: the fifth one is where
// the first one is.
#include <pthread.h>
#include <stdint.h>

static char cells[8];

static void *worker(void *argument) {
  uintptr_t number = (uintptr_t)argument;
  if (number == 0)
    cells[number]++; // ACCESS: read 'cells[number]' @18, write 'cells[number]' @18
  return NULL;
}

int main(void) {
  pthread_t threads[5];
  for (uintptr_t i = 0; i < 5; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(i << 62)); // ACCESS: write 'threads[i]' @5 by pthread_create
  for (int i = 0; i < 5; i++)
    pthread_join(threads[i], NULL); // ACCESS: read 'threads[i]' @18
  return 0;
}
