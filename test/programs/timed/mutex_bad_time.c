// VERDICT: race
//
// A lock with a time that is none: who does not get it at once falls back to no lock at all.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;
static int fallbacks;

static int acquire(long nanoseconds) {
  struct timespec at = {10, nanoseconds}; // ACCESS: write 'at.tv_sec' @24, write 'at.tv_nsec' @24
  switch (pthread_mutex_timedlock(&m, &at)) { // ACCESS: read 'at' @11 by pthread_mutex_timedlock
  case 0:
    return 1;
  case EINVAL:
    fallbacks++; // ACCESS: read 'fallbacks' @14, write 'fallbacks' @14
    return 0;
  default:
    return 0;
  }
}

static void *worker(void *unused) {
  if (acquire(1500000000)) {
    data++; // ACCESS: read 'data' @9, write 'data' @9
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, worker, NULL); // ACCESS: write 't[i]' @5 by pthread_create
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL); // ACCESS: read 't[i]' @18
  return 0;
}
