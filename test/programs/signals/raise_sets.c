// VERDICT: race-free
// ANSWER: unknown
//
// The handler has run for the last time when raise() returns, so that main never counts.
#include <pthread.h>
#include <signal.h>

static int ready;
static int count;

static void handle(int number) {
  (void)number;
  ready = 1;
}

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  raise(SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  int is_ready = ready;
  pthread_create(&t, NULL, work, NULL);
  if (!is_ready)
    count++;
  pthread_join(t, NULL);
  return 0;
}
