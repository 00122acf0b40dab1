// VERDICT: race
//
// The handler runs in main while it waits, and the worker reads what it writes.
#include <pthread.h>
#include <signal.h>

static int count;

static void handle(int number) {
  count += number;
}

static void *work(void *unused) {
  if (count > 100)
    return &count;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
