// VERDICT: race-free
//
// With signal() the wait for a semaphore goes on after the handler.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t s;
static int count;

static void handle(int number) {
  (void)number;
}

static void *work(void *unused) {
  sem_wait(&s);
  count++;
  sem_post(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGINT, handle);
  sem_init(&s, 0, 1);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}
