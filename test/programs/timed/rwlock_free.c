// VERDICT: race
// ANSWER: unknown
//
// Nobody holds the lock for writing, and yet glibc refuses a deadline that is none.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int refused;

static void *reader(void *unused) {
  const struct timespec until = {0, -1}; // ACCESS: write 'until' @25
  const int error = pthread_rwlock_timedrdlock(&lock, &until); // ACCESS: read 'until' @21 by pthread_rwlock_timedrdlock
  if (error == EINVAL)
    refused = 1; // ACCESS: write 'refused' @13
  else if (error == 0)
    pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, reader, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return refused; // ACCESS: read 'refused' @10
}
