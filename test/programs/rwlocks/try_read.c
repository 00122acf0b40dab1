// VERDICT: race-free
//
// A reader that does not want to wait, besides a writer.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  value = 1; // ACCESS: write 'value' @9
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    seen = value; // ACCESS: read 'value' @12
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
