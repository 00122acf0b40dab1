// VERDICT: race
//
// After the time is over the value is written nevertheless.
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *writer(void *unused) {
  struct timespec until = {1, 0}; // ACCESS: write 'until' @19
  int late = pthread_rwlock_timedwrlock(&lock, &until); // ACCESS: read 'until' @14 by pthread_rwlock_timedwrlock
  value = 1; // ACCESS: write 'value' @9
  if (!late)
    pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_rwlock_wrlock(&lock);
  value = 2; // ACCESS: write 'value' @9
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return value; // ACCESS: read 'value' @10
}
