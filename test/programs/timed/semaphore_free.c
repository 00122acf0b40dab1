// VERDICT: race
// ANSWER: unknown
//
// A semaphore can be had, and the deadline is none. POSIX lets the library look at it all the same, and
// glibc does: both waits are refused.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t turns;
static int refused;

static void *worker(void *unused) {
  const struct timespec until = {0, 2000000000}; // ACCESS: write 'until' @25
  if (sem_timedwait(&turns, &until) != 0) // ACCESS: read 'until' @7 by sem_timedwait
    refused++; // ACCESS: read 'refused' @12, write 'refused' @12
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&turns, 0, 2);
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return refused; // ACCESS: read 'refused' @10
}
