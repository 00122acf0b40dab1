// VERDICT: race
//
// The handler runs in the worker, since that raises the signal.
#include <pthread.h>
#include <signal.h>

static int count;

static void handle(int number) {
  count += number;
}

static void *work(void *unused) {
  raise(SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  count = 0;
  pthread_join(t, NULL);
  return count;
}
