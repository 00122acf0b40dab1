// VERDICT: race
//
// There is no memory for so many elements, which errno says.
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int shared;

static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  volatile size_t count = SIZE_MAX / 2;
  pthread_create(&t, NULL, worker, NULL);
  errno = 0;
  if (calloc(count, 4) == NULL && errno == ENOMEM)
    shared = 2;
  pthread_join(t, NULL);
  return 0;
}
