// VERDICT: race
//
// What main reads changes while it is alone.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int on;
static int count;

static void handle(int number) {
  (void)number;
  on = 1;
}

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  on = 0;
  pause();
  if (!on)
    return 0;
  signal(SIGUSR1, SIG_IGN);
  pthread_create(&t, NULL, work, NULL);
  count++;
  pthread_join(t, NULL);
  return 0;
}
