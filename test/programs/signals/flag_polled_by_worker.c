// VERDICT: race
// ANSWER: unknown
//
// By the letter a data race: the handler may run in main while the worker reads, and volatile does
// not make an object atomic. Many programs do it.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void handle(int number) {
  (void)number;
  stop = 1;
}

static void *work(void *unused) {
  while (!stop)
    usleep(1);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGINT, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
