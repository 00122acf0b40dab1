// VERDICT: race-free
//
// A semaphore of one as a lock.
#include <pthread.h>
#include <semaphore.h>

static sem_t one;
static int count;

static void *bump(void *unused) {
  sem_wait(&one);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  sem_post(&one);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&one, 0, 1);
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  bump(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  sem_destroy(&one);
  return count; // ACCESS: read 'count' @10
}
