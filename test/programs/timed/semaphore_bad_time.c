// VERDICT: race
//
// The semaphore is never posted; with a negative time its waits fail at once, and say so in errno.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t s;
static int errors;

static void *worker(void *argument) {
  struct timespec at = {1, *(long *)argument}; // ACCESS: write 'at.tv_sec' @24, read '*argument' @28, write 'at.tv_nsec' @24
  if (sem_timedwait(&s, &at) == -1 && errno != ETIMEDOUT) // ACCESS: read 'at' @7 by sem_timedwait, read '*__errno_location()' @39
    errors++; // ACCESS: read 'errors' @11, write 'errors' @11
  return NULL;
}

int main(void) {
  pthread_t a, b;
  long nanoseconds = -5; // ACCESS: write 'nanoseconds' @8
  sem_init(&s, 0, 0);
  pthread_create(&a, NULL, worker, &nanoseconds); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, &nanoseconds); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
