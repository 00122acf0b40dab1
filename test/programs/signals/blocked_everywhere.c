// VERDICT: race-free
// ANSWER: unknown
//
// The signal is blocked before there are threads, and never again let in.
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
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
