// VERDICT: race
//
// A reader gives up with EINVAL, and is counted without a lock.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static int refused;

static void *reader(void *unused) {
  struct timespec at = {0, 1000000000L}; // ACCESS: write 'at' @19
  int error = pthread_rwlock_timedrdlock(&lock, &at); // ACCESS: read 'at' @15 by pthread_rwlock_timedrdlock
  if (error == 0) {
    int copy = value; // ACCESS: read 'value' @16
    (void)copy;
    pthread_rwlock_unlock(&lock);
  } else if (error == EINVAL) {
    refused = 1; // ACCESS: write 'refused' @13
  }
  return unused;
}

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  value++; // ACCESS: read 'value' @8, write 'value' @8
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, writer, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, reader, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_create(&c, NULL, reader, NULL); // ACCESS: write 'c' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  pthread_join(c, NULL); // ACCESS: read 'c' @16
  return 0;
}
