// VERDICT: race
//
// The only thread has company as soon as a signal arrives.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

static void handle(int number) {
  pthread_t t;
  (void)number;
  pthread_create(&t, NULL, work, NULL);
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pause();
  count++;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
