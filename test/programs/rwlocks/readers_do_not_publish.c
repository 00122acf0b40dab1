// VERDICT: race
//
// Both sides lock for reading, which orders nothing between them.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *writer(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  int got = data; // ACCESS: read 'data' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
