// VERDICT: race
//
// A handler that gives back the lock of the thread that it interrupts.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void handle(int number) {
  (void)number;
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
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&m);
  signal(SIGUSR1, handle);
  count++;
  signal(SIGUSR1, SIG_IGN);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
