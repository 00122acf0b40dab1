// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The function is given the lock, and may give it back.
#include <pthread.h>

void lib_leave(pthread_mutex_t *lock);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  lib_leave(&lock);
  number++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
