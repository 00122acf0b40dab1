// VERDICT: race-free
//
// The twin of check_then_write.c: locked for writing, it looks again.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *fill(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int empty = value == 0; // ACCESS: read 'value' @15
  pthread_rwlock_unlock(&lock);
  if (empty) {
    pthread_rwlock_wrlock(&lock);
    if (value == 0) // ACCESS: read 'value' @9
      value = 1; // ACCESS: write 'value' @13
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, fill, NULL); // ACCESS: write 't' @3 by pthread_create
  fill(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return value; // ACCESS: read 'value' @10
}
