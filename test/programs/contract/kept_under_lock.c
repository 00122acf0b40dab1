// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// Every call, and every access to what is kept, is under one lock.
#include <pthread.h>

void lib_put(int *item);
void lib_tick(int seconds);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int item;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  lib_tick(1);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  lib_put(&item);
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  item = 2;
  lib_put(&item);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
