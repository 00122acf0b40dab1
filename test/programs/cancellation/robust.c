// VERDICT: race-free
//
// The owner ends with the mutex. The next one is told, and has the mutex.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void *leave(void *unused) {
  if (pthread_mutex_lock(&m) == 0)
    count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t how;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &how);
  pthread_create(&t, NULL, leave, NULL);
  int error = pthread_mutex_lock(&m);
  if (error == EOWNERDEAD)
    error = pthread_mutex_consistent(&m);
  if (error == 0) {
    count++;
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, NULL);
  return 0;
}
