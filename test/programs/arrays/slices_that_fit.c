// VERDICT: race-free
//
// The twin of slices_that_wrap.c: the elements of all threads lie in the array.
#include <pthread.h>
#include <stdint.h>

static char cells[64];

static void *worker(void *argument) {
  uintptr_t number = (uintptr_t)argument;
  cells[number]++; // ACCESS: read 'cells[number]' @16, write 'cells[number]' @16
  return NULL;
}

int main(void) {
  pthread_t threads[5];
  for (uintptr_t i = 0; i < 5; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(i << 3)); // ACCESS: write 'threads[i]' @5 by pthread_create
  for (int i = 0; i < 5; i++)
    pthread_join(threads[i], NULL); // ACCESS: read 'threads[i]' @18
  return 0;
}
