// VERDICT: race
//
// The twin of hand_over.c: posted before it is written.
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int data;

static void *producer(void *unused) {
  sem_post(&filled);
  data = 42; // ACCESS: write 'data' @8
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&filled, 0, 0);
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  sem_wait(&filled);
  int got = data; // ACCESS: read 'data' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
