// VERDICT: race-free
//
// Data without any lock is handed over: the writer comes first if the reader sees the flag.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data, ready;

static void *writer(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  pthread_rwlock_wrlock(&lock);
  ready = 1; // ACCESS: write 'ready' @9
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_rwlock_rdlock(&lock);
  int see = ready; // ACCESS: read 'ready' @13
  pthread_rwlock_unlock(&lock);
  if (see)
    got = data; // ACCESS: read 'data' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
