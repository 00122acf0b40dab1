// VERDICT: race-free
//
// One producer, one consumer, a ring of two.
#include <pthread.h>
#include <semaphore.h>

enum { SIZE = 2, ITEMS = 3 };
static sem_t empty, full;
static int ring[SIZE];

static void *producer(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&empty);
    ring[i % SIZE] = i; // ACCESS: write 'ring[i % 2]' @20
    sem_post(&full);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  sem_init(&empty, 0, SIZE);
  sem_init(&full, 0, 0);
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&full);
    sum += ring[i % SIZE]; // ACCESS: read 'ring[i % 2]' @12
    sem_post(&empty);
  }
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return sum;
}
