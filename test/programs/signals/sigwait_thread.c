// VERDICT: race-free
//
// One thread takes all signals, as a loop. No handler is needed.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hangups;
static sigset_t set;

static void *wait_for_signals(void *unused) {
  int number;
  do {
    if (sigwait(&set, &number) != 0)
      break;
    pthread_mutex_lock(&m);
    hangups++;
    pthread_mutex_unlock(&m);
  } while (number != SIGTERM);
  return unused;
}

int main(void) {
  pthread_t t;
  sigemptyset(&set);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&t, NULL, wait_for_signals, NULL);
  pthread_mutex_lock(&m);
  int seen = hangups;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return seen;
}
