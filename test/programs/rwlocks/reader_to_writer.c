// VERDICT: race-free
//
// A reader that has unlocked comes before the writer that locks after it.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data, looked;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = data; // ACCESS: read 'data' @14
  pthread_rwlock_unlock(&lock);
  return seen ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_rwlock_wrlock(&lock);
  data = 1; // ACCESS: write 'data' @8
  looked = data; // ACCESS: write 'looked' @10, read 'data' @12
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return looked; // ACCESS: read 'looked' @10
}
