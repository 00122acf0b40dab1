// VERDICT: race-free
//
// Locked for reading twice, it is held until the second unlock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  int seen = value; // ACCESS: read 'value' @14
  pthread_rwlock_unlock(&lock);
  return seen ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_rwlock_wrlock(&lock);
  value = 1; // ACCESS: write 'value' @9
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
