// VERDICT: race
//
// A wrapper adds milliseconds to a deadline without carrying them, and its caller counts errors.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int errors;

static int waitFor(long milliseconds) {
  struct timespec until = {5, 999000000}; // ACCESS: write 'until' @19
  until.tv_nsec += milliseconds * 1000000; // ACCESS: read 'until.tv_nsec' @17, write 'until.tv_nsec' @17
  pthread_mutex_lock(&lock);
  const int error = pthread_cond_timedwait(&changed, &lock, &until); // ACCESS: read 'until' @21 by pthread_cond_timedwait
  pthread_mutex_unlock(&lock);
  return error;
}

static void *worker(void *unused) {
  if (waitFor(1) == EINVAL)
    errors++; // ACCESS: read 'errors' @11, write 'errors' @11
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
