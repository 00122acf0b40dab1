// A lock as an argument is the caller's: it protects nothing that all share.
// VERDICT: race
// OPTIONS: --entry add
#include <pthread.h>

static int total;

void add(pthread_mutex_t *lock, int n) {
  pthread_mutex_lock(lock);
  total += n;
  pthread_mutex_unlock(lock);
}
