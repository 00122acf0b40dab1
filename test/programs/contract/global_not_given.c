// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// The function is not given the counter, so it does not touch it, in whichever thread it is
// called.
#include <pthread.h>

int lib_step(int by);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void count(void) {
  int by = lib_step(3);
  pthread_mutex_lock(&lock);
  counter += by;
  pthread_mutex_unlock(&lock);
  lib_step(by);
}

static void *worker(void *unused) {
  count();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  count();
  pthread_join(t, NULL);
  return 0;
}
