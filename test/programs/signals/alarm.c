// VERDICT: race
//
// The alarm goes off while the worker counts.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int seconds;

static void tick(int number) {
  (void)number;
  seconds++;
  alarm(1);
}

static void *work(void *unused) {
  return seconds > 9 ? (void *)0 : unused;
}

int main(void) {
  pthread_t t;
  signal(SIGALRM, tick);
  alarm(1);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
