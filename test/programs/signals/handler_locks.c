// VERDICT: race-free
//
// A handler that locks may wait for ever, for its own thread. It does not race.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void handle(int number) {
  pthread_mutex_lock(&m);
  count += number;
  pthread_mutex_unlock(&m);
}

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
