// VERDICT: race
//
// Two handlers, each in another thread.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int last;

static void interrupt(int number) {
  (void)number;
  last = 1;
}

static void terminate(int number) {
  (void)number;
  last = 2;
}

static void *work(void *unused) {
  pause();
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGINT, interrupt);
  signal(SIGTERM, terminate);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
