// VERDICT: race-free
// ANSWER: unknown
//
// The mutex is handed over, which only a semaphore can be.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *producer(void *unused) {
  data = 1; // ACCESS: write 'data' @8
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_mutex_lock(&m);
  data = 2; // ACCESS: write 'data' @8
  return 0;
}
