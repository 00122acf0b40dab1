// VERDICT: race-free
// ANSWER: unknown
//
// The handler is installed when the other thread is gone.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int count;

static void handle(int number) {
  count += number;
}

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  signal(SIGUSR1, handle);
  sleep(1);
  return count;
}
