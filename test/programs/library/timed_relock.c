// VERDICT: race
//
// An error-checking mutex tells its holder at once, however long it would wait.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutex_t lock;
  pthread_mutexattr_t kind;
  struct timespec until = {0, 0};
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &kind);
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  if (pthread_mutex_timedlock(&lock, &until) == EDEADLK)
    count++;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
