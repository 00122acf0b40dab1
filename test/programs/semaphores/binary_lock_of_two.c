// VERDICT: race
//
// The twin of binary_lock.c: there is room for both.
#include <pthread.h>
#include <semaphore.h>

static sem_t two;
static int count;

static void *bump(void *unused) {
  sem_wait(&two);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  sem_post(&two);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&two, 0, 2);
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  bump(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
