// VERDICT: race
//
// In glibc, realloc() to nothing frees the memory and returns null.
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  volatile size_t size = 0;
  char *memory = malloc(4);
  pthread_create(&t, NULL, worker, NULL);
  memory = realloc(memory, size);
  if (memory == NULL)
    shared = 2;
  pthread_join(t, NULL);
  free(memory);
  return 0;
}
