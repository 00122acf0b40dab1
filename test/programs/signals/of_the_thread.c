// VERDICT: race-free
//
// The handler uses memory of the thread that it interrupts.
#include <pthread.h>
#include <signal.h>

static _Thread_local int count;

static void handle(int number) {
  count += number;
}

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  count++;
  pthread_join(t, NULL);
  return count;
}
