// VERDICT: race
//
// Only a thread that was cancelled leaves main alone with the counter.
#include <pthread.h>

static int count;

static void *work(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_testcancel();
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  count++;
  pthread_join(t, NULL);
  return count;
}
