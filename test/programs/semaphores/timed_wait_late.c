// VERDICT: race
//
// After the time is over it is read nevertheless.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t filled;
static int data;

static void *producer(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  sem_post(&filled);
  return unused;
}

int main(void) {
  pthread_t t;
  struct timespec until = {1, 0}; // ACCESS: write 'until' @19
  sem_init(&filled, 0, 0);
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  sem_timedwait(&filled, &until); // ACCESS: read 'until' @3 by sem_timedwait
  int got = data; // ACCESS: read 'data' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
