// VERDICT: race
//
// The worker inherits the blocked signal; main lets it in again, and the handler races there.
#include <pthread.h>
#include <signal.h>

static int count;

static void handle(int number) {
  count += number;
}

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_join(t, NULL);
  return 0;
}
