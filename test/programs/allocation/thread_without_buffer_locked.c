// VERDICT: race-free
// ALLOCATION: fails
//
// The same, and the count is under a lock where it is not known to be the only one.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int without;

static void *worker(void *unused) {
  int *buffer = calloc(4, sizeof *buffer);
  if (buffer == NULL) {
    pthread_mutex_lock(&lock);
    without++; // ACCESS: read 'without' @12, write 'without' @12
    pthread_mutex_unlock(&lock);
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
