// VERDICT: race-free
//
// Whoever gets the lock for writing is alone.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *bump(void *unused) {
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    value++; // ACCESS: read 'value' @10, write 'value' @10
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_rwlock_rdlock(&lock);
  int seen = value; // ACCESS: read 'value' @14
  pthread_rwlock_unlock(&lock);
  bump(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
