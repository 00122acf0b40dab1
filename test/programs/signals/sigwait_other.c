// VERDICT: race-free
//
// The twin of sigwait_racy.c that waits for a signal which is not in the set.
#include <pthread.h>
#include <signal.h>

static int hangups;
static sigset_t set;

static void *wait_for_signals(void *unused) {
  int number;
  if (sigwait(&set, &number) == 0 && number == SIGUSR2)
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
