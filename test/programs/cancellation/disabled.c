// VERDICT: race-free
//
// The flag is given back under the lock, since the thread cannot be cancelled in between.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  pthread_mutex_lock(&m);
  count++;
  sleep(1);
  pthread_mutex_unlock(&m);
  pthread_setcancelstate(before, NULL);
  pthread_testcancel();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return count;
}
