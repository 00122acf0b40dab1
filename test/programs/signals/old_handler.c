// VERDICT: race-free
//
// Handlers that are put back.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int count;

static void first(int number) {
  count += number;
}

static void second(int number) {
  count -= number;
}

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, first);
  void (*old)(int) = signal(SIGUSR1, second);
  pthread_create(&t, NULL, work, NULL);
  if (old != SIG_ERR)
    signal(SIGUSR1, old);
  pthread_join(t, NULL);
  return 0;
}
