// VERDICT: race-free
//
// Nothing runs when a signal is ignored.
#include <pthread.h>
#include <signal.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  struct sigaction how;
  memset(&how, 0, sizeof how);
  how.sa_handler = SIG_IGN;
  signal(SIGPIPE, SIG_IGN);
  sigaction(SIGHUP, &how, NULL);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  signal(SIGPIPE, SIG_DFL);
  return count;
}
