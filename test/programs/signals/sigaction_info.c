// VERDICT: race
//
// A handler that gets more than the number.
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/types.h>

static pid_t last;

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
  struct sigaction how;
  memset(&how, 0, sizeof how);
  how.sa_sigaction = handle;
  how.sa_flags = SA_SIGINFO;
  sigemptyset(&how.sa_mask);
  if (sigaction(SIGUSR2, &how, NULL) != 0)
    return 1;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
