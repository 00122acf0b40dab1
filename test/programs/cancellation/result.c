// VERDICT: race
//
// A thread that was cancelled says so, and main then starts another.
#include <pthread.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  sleep(1);
  return unused;
}

static void *other(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  void *result = NULL;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  if (result != PTHREAD_CANCELED)
    return 0;
  pthread_create(&t, NULL, other, NULL);
  count++;
  pthread_join(t, NULL);
  return 0;
}
