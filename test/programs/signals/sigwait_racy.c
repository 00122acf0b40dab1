// VERDICT: race
//
// The twin of sigwait_thread.c: main looks without the lock.
#include <pthread.h>
#include <signal.h>

static int hangups;
static sigset_t set;

static void *wait_for_signals(void *unused) {
  int number;
  if (sigwait(&set, &number) == 0 && number == SIGHUP)
    hangups++;
  return unused;
}

int main(void) {
  pthread_t t;
  sigemptyset(&set);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&t, NULL, wait_for_signals, NULL);
  int seen = hangups;
  pthread_join(t, NULL);
  return seen;
}
