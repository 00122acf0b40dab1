// VERDICT: race
//
// The library keeps two signals for itself.
#include <pthread.h>
#include <signal.h>

static int shared;

static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  pthread_create(&t, NULL, worker, NULL);
  sigemptyset(&set);
  if (sigaddset(&set, 32) != 0 && signal(33, SIG_IGN) == SIG_ERR)
    shared = 2;
  pthread_join(t, NULL);
  return 0;
}
