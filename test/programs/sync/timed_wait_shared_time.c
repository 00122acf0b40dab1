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
  pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  until.tv_sec = 2;
  pthread_join(t, NULL);
  return 0;
}
