// VERDICT: race-free
// ANSWER: unknown
#include <pthread.h>
#include <semaphore.h>

static sem_t filled;
static int data;

static void *producer(void *unused) {
  data = 1; // ACCESS: write 'data' @8
  sem_post(&filled);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  sem_wait(&filled);
  data = 2; // ACCESS: write 'data' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
