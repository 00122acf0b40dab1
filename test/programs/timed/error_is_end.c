// VERDICT: race
//
// Any error of the wait counts as "the other is done": a bad deadline says so at once.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int result;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  result = 1; // ACCESS: write 'result' @10
  return unused;
}

int main(void) {
  const struct timespec until = {0, -1}; // ACCESS: write 'until' @25
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  pthread_mutex_lock(&lock);
  while (pthread_cond_timedwait(&changed, &lock, &until) == 0) // ACCESS: read 'until' @10 by pthread_cond_timedwait
    ;
  pthread_mutex_unlock(&lock);
  const int seen = result; // ACCESS: read 'result' @20
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return seen;
}
