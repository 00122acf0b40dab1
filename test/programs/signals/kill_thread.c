// VERDICT: race
//
// A signal for one thread.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int count;

static void handle(int number) {
  count += number;
}

static void *work(void *unused) {
  pause();
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_kill(t, SIGUSR1);
  int seen = count;
  pthread_join(t, NULL);
  return seen;
}
