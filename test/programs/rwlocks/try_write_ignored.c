// VERDICT: race
//
// The twin of try_write.c: writes in any case.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *bump(void *unused) {
  int busy = pthread_rwlock_trywrlock(&lock);
  value++; // ACCESS: read 'value' @8, write 'value' @8
  if (!busy)
    pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_rwlock_rdlock(&lock);
  int seen = value; // ACCESS: read 'value' @14
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
