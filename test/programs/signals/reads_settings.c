// VERDICT: race-free
//
// What the handler reads is written before there are threads.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static int step;
static atomic_int count;

static void handle(int number) {
  (void)number;
  count += step;
}

static void *work(void *unused) {
  count += step;
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t t;
  step = argc;
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
