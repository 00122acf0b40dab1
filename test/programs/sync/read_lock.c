// VERDICT: race
//
// Two holders of a read lock exclude nobody but writers, and one of them writes.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int lookups, value = 3;

static int get(void) {
  pthread_rwlock_rdlock(&lock);
  lookups++; // ACCESS: read 'lookups' @10, write 'lookups' @10
  int result = value; // ACCESS: read 'value' @16
  pthread_rwlock_unlock(&lock);
  return result;
}

static void *reader(void *unused) {
  return get() ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL); // ACCESS: write 't' @3 by pthread_create
  int result = get();
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return result;
}
