// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// Each thread has a lock of its own around the call.
#include <pthread.h>

int lib_fill(char *buffer, int bytes);

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static char buffer[64];

static void fill(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  lib_fill(buffer, sizeof buffer);
  pthread_mutex_unlock(lock);
}

static void *worker(void *unused) {
  fill(&first);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  fill(&second);
  pthread_join(t, NULL);
  return 0;
}
