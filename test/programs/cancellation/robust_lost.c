// VERDICT: race
//
// Unlocked without being made consistent, the mutex cannot be locked again, which nobody looks at.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void *leave(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_mutexattr_t how;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &how);
  pthread_create(&t, NULL, leave, NULL);
  pthread_join(t, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_create(&t, NULL, work, NULL);
  pthread_create(&u, NULL, work, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
