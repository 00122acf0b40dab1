// VERDICT: race
// ALLOCATION: fails
//
// Each thread has a buffer of its own; those that get none count it together.
#include <pthread.h>
#include <stdlib.h>

static int without;

static void *worker(void *unused) {
  int *buffer = malloc(64);
  if (buffer == NULL) {
    without++; // ACCESS: read 'without' @12, write 'without' @12
    return unused;
  }
  buffer[0] = 1; // ACCESS: write 'buffer[0]' @13
  free(buffer); // ACCESS: write '*buffer' @3 by free
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return without; // ACCESS: read 'without' @10
}
