// VERDICT: race
//
// A volatile object that is no sig_atomic_t excuses nothing.
#include <pthread.h>
#include <signal.h>

static volatile long long seen;

static void handle(int number) {
  seen = number;
}

static void *work(void *unused) {
  return seen ? (void *)0 : unused;
}

int main(void) {
  pthread_t t;
  signal(SIGHUP, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
