// VERDICT: race-free
//
// Reads only what it has got.
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int data;

static void *producer(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  sem_post(&filled);
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  sem_init(&filled, 0, 0);
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  if (sem_trywait(&filled) == 0)
    got = data; // ACCESS: read 'data' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
