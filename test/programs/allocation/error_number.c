// VERDICT: race
// ALLOCATION: fails
//
// The error path is taken for ENOMEM only, which a failed allocation sets.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static int full;

static void *worker(void *unused) {
  void *memory = NULL;
  errno = 0; // ACCESS: write '*__errno_location()' @9
  const int error = posix_memalign(&memory, 16, 32); // ACCESS: read '*__errno_location()' @21 by posix_memalign, write '*__errno_location()' @21 by posix_memalign
  if (error == ENOMEM)
    full = 1; // ACCESS: write 'full' @10
  char *more = realloc(memory, 64); // ACCESS: write '*memory' @16 by realloc
  if (more == NULL) {
    if (errno == ENOMEM) // ACCESS: read '*__errno_location()' @9
      full = 1; // ACCESS: write 'full' @12
    free(memory); // ACCESS: write '*memory' @5 by free
    return unused;
  }
  free(more); // ACCESS: write '*more' @3 by free
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return full; // ACCESS: read 'full' @10
}
