// VERDICT: race-free
//
// The deadline is carried into seconds: the wait never returns EINVAL.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int failures;

static struct timespec soon(long milliseconds) {
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at); // ACCESS: write 'at' @3 by clock_gettime
  at.tv_nsec += milliseconds * 1000000; // ACCESS: read 'at.tv_nsec' @14, write 'at.tv_nsec' @14
  if (at.tv_nsec >= 1000000000) { // ACCESS: read 'at.tv_nsec' @10
    at.tv_nsec -= 1000000000; // ACCESS: read 'at.tv_nsec' @16, write 'at.tv_nsec' @16
    at.tv_sec++; // ACCESS: read 'at.tv_sec' @14, write 'at.tv_sec' @14
  }
  return at; // ACCESS: read 'at' @3
}

static void *worker(void *unused) {
  struct timespec at = soon(300); // ACCESS: write 'at.tv_sec' @24, write 'at.tv_nsec' @24
  pthread_mutex_lock(&m);
  int error = pthread_cond_timedwait(&c, &m, &at); // ACCESS: read 'at' @15 by pthread_cond_timedwait
  pthread_mutex_unlock(&m);
  if (error == EINVAL)
    failures++; // ACCESS: read 'failures' @13, write 'failures' @13
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
