// VERDICT: race
//
// The result counts before it is looked at.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int counts[2]; // created, failed

static void *work(void *unused) {
  counts[1]++; // ACCESS: read 'counts[1]' @12, write 'counts[1]' @12
  return unused;
}

static void *idle(void *unused) {
  return unused;
}

int main(void) {
  pthread_t first, second;
  if (pthread_create(&first, NULL, work, NULL) != 0) // ACCESS: write 'first' @7 by pthread_create
    return 1;
  int error = pthread_create(&second, NULL, idle, NULL); // ACCESS: write 'second' @15 by pthread_create
  counts[error != 0]++; // ACCESS: read 'counts[error]' @21, write 'counts[error]' @21
  if (error != 0)
    exit(1);
  pthread_join(first, NULL); // ACCESS: read 'first' @16
  pthread_join(second, NULL); // ACCESS: read 'second' @16
  return 0;
}
