// VERDICT: race
//
// The same with memory of the thread, which no other thread can reach.
#include <pthread.h>
#include <signal.h>

static _Thread_local int on;
static int count;

static void handle(int number) {
  (void)number;
  on = 1;
}

static void *work(void *unused) {
  on = 0;
  raise(SIGUSR1);
  if (on)
    count++;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  count++;
  pthread_join(t, NULL);
  return 0;
}
