// VERDICT: race-free
//
// A thread that asks.
#include <pthread.h>

static int count;

static void *work(void *unused) {
  for (int i = 0; i < 3; i++) {
    count++;
    pthread_testcancel();
  }
  return unused;
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  return result == PTHREAD_CANCELED ? count : 0;
}
