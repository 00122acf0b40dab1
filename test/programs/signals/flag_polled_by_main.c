// VERDICT: race
// ANSWER: unknown
//
// The same, where only main looks: the handler may run in the worker.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void handle(int number) {
  (void)number;
  stop = 1;
}

static void *work(void *unused) {
  pause();
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGINT, handle);
  pthread_create(&t, NULL, work, NULL);
  if (stop)
    return 1;
  pthread_join(t, NULL);
  return 0;
}
