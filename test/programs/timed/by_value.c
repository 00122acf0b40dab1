// VERDICT: race
//
// A deadline that is handed on by value has nanoseconds that are a second.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int refused;

static int take(struct timespec until) { // ACCESS: write 'until.tv_sec' @0, write 'until.tv_nsec' @0
  return pthread_mutex_timedlock(&lock, &until); // ACCESS: read 'until' @10 by pthread_mutex_timedlock
}

static void *worker(void *unused) {
  const int error = take((struct timespec){1, 1000000000}); // ACCESS: read '(struct timespec){…}.tv_sec' @21, read '(struct timespec){…}.tv_nsec' @21, write '(struct timespec){…}.tv_sec' @43, write '(struct timespec){…}.tv_nsec' @43
  if (error == EINVAL)
    refused = 1; // ACCESS: write 'refused' @13
  else if (error == 0)
    pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&lock);
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  pthread_mutex_unlock(&lock);
  return refused; // ACCESS: read 'refused' @10
}
