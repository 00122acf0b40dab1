// A library without a main: every function locks.
// VERDICT: race-free
// OPTIONS: --entry add,current
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

void add(int n) {
  pthread_mutex_lock(&lock);
  total += n;
  pthread_mutex_unlock(&lock);
}

int current(void) {
  pthread_mutex_lock(&lock);
  int now = total;
  pthread_mutex_unlock(&lock);
  return now;
}
