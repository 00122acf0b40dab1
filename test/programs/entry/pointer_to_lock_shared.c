// The same lock for all callers.
// VERDICT: race-free
// OPTIONS: --entry add --entry-memory shared
#include <pthread.h>

static int total;

void add(pthread_mutex_t *lock, int n) {
  pthread_mutex_lock(lock);
  total += n;
  pthread_mutex_unlock(lock);
}
