// VERDICT: race
//
// The nanoseconds are an input: some of its values are refused.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

extern long __VERIFIER_nondet_long(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int refused;

static void *worker(void *unused) {
  const struct timespec until = {0, __VERIFIER_nondet_long()}; // ACCESS: write 'until.tv_sec' @33, write 'until.tv_nsec' @33
  pthread_mutex_lock(&lock);
  const int error = pthread_cond_timedwait(&changed, &lock, &until); // ACCESS: read 'until' @21 by pthread_cond_timedwait
  pthread_mutex_unlock(&lock);
  if (error == EINVAL)
    refused++; // ACCESS: read 'refused' @12, write 'refused' @12
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
