// VERDICT: race-free
//
// Without its thread the program only says so and joins it all the same, which is undefined: no
// race comes of it.
#include <pthread.h>
#include <stdio.h>

static int value;
static volatile int stride = 1;

static void *worker(void *argument) {
  if (argument != NULL)
    value++; // ACCESS: read 'value' @10, write 'value' @10
  return NULL;
}

int main(void) {
  static pthread_t threads[4];
  for (int i = 0; i < 2; i++) {
    int error = pthread_create(&threads[i * stride], NULL, worker, &value); // ACCESS: read 'stride' @45, write 'threads[i * stride]' @17 by pthread_create
    if (error)
      printf("ERROR; return code from pthread_create() is %d\n", error);
    pthread_join(threads[i * stride], NULL); // ACCESS: read 'stride' @30, read 'threads[i * stride]' @18
  }
  return value; // ACCESS: read 'value' @10
}
