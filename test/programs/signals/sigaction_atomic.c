// VERDICT: race-free
//
// The twin of sigaction_info.c: atomic, and the old disposition comes back.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/types.h>

static _Atomic pid_t last;

static void handle(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  last = info->si_pid;
}

static void *work(void *unused) {
  last = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  struct sigaction how, old;
  memset(&how, 0, sizeof how);
  how.sa_sigaction = handle;
  how.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset(&how.sa_mask);
  if (sigaction(SIGUSR2, &how, &old) != 0)
    return 1;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  sigaction(SIGUSR2, &old, NULL);
  return 0;
}
