// VERDICT: race
//
// The twin of ignored.c without the lock.
#include <pthread.h>
#include <signal.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGPIPE, SIG_IGN);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return count;
}
