// VERDICT: race-free
//
// The cure for flag_polled_by_worker.c.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int stop;

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
  pthread_t t[2];
  signal(SIGINT, handle);
  pthread_create(&t[0], NULL, work, NULL);
  pthread_create(&t[1], NULL, work, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
