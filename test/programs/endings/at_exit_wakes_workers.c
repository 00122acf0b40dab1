// VERDICT: race
//
// A function of atexit() lets two workers go, and waits for both: neither ends the process.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int count;
static sem_t begin;
static pthread_t first, second;

static void *worker(void *unused) {
  sem_wait(&begin);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

static void stop(void) {
  sem_post(&begin);
  sem_post(&begin);
  pthread_join(first, NULL); // ACCESS: read 'first' @16
  pthread_join(second, NULL); // ACCESS: read 'second' @16
}

int main(void) {
  sem_init(&begin, 0, 0);
  atexit(stop);
  if (pthread_create(&first, NULL, worker, NULL) != 0 || // ACCESS: write 'first' @7 by pthread_create
      pthread_create(&second, NULL, worker, NULL) != 0) // ACCESS: write 'second' @7 by pthread_create
    return 1;
  return 0;
}
