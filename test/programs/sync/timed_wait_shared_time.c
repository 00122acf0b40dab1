// VERDICT: race
// ANSWER: unknown
//
// Waiting until a time reads that time, while another thread sets it.
#include <pthread.h>
#include <time.h>

static struct timespec until;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_timedwait(&changed, &lock, &until); // ACCESS: read 'until' @3 by pthread_cond_timedwait
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL); // ACCESS: write 't' @3 by pthread_create
  until.tv_sec = 2; // ACCESS: write 'until.tv_sec' @16
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
