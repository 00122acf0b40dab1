// VERDICT: race-free
//
// The wait returns at once and never gives the mutex up: nobody comes in between.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int entered;
static int data;

static void *worker(void *unused) {
  const struct timespec never = {0, -1}; // ACCESS: write 'never' @25
  pthread_mutex_lock(&m);
  int before = entered; // ACCESS: read 'entered' @16
  pthread_cond_timedwait(&c, &m, &never); // ACCESS: read 'never' @3 by pthread_cond_timedwait
  int after = entered++; // ACCESS: read 'entered' @22, write 'entered' @22
  pthread_mutex_unlock(&m);
  if (before != after)
    data++; // ACCESS: read 'data' @9, write 'data' @9
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
