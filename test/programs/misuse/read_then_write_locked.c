// VERDICT: race-free
// ANSWER: unknown
//
// A thread that reads cannot become the writer without unlocking.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *fill(void *unused) {
  pthread_rwlock_rdlock(&lock);
  if (value == 0) { // ACCESS: read 'value' @7
    pthread_rwlock_wrlock(&lock);
    value = 1; // ACCESS: write 'value' @11
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, fill, NULL); // ACCESS: write 't' @3 by pthread_create
  fill(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
