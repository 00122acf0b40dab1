// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// The buffer is given away only while the lock is held.
#include <pthread.h>

int lib_fill(char *buffer, int bytes);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char buffer[64];

static void fill(void) {
  pthread_mutex_lock(&lock);
  lib_fill(buffer, sizeof buffer);
  buffer[0] = 'x';
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  fill();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  fill();
  pthread_join(t, NULL);
  return 0;
}
