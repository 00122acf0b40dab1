// VERDICT: race
//
// Threads that the last function of atexit() lets go may run before the process ends.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int count;
static sem_t begin, never;

static void *worker(void *unused) {
  sem_wait(&begin);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  sem_wait(&never);
  return unused;
}

static void let_go(void) {
  sem_post(&begin);
  sem_post(&begin);
}

int main(void) {
  pthread_t first, second;
  sem_init(&begin, 0, 0);
  sem_init(&never, 0, 0);
  atexit(let_go);
  if (pthread_create(&first, NULL, worker, NULL) != 0 || // ACCESS: write 'first' @7 by pthread_create
      pthread_create(&second, NULL, worker, NULL) != 0) // ACCESS: write 'second' @7 by pthread_create
    return 1;
  return 0;
}
