// VERDICT: race
//
// The twin of raise_sets.c: the handler stays, and may run in both threads at the same time.
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
  int is_ready = ready;
  pthread_create(&t, NULL, work, NULL);
  if (!is_ready)
    count++;
  pthread_join(t, NULL);
  return 0;
}
