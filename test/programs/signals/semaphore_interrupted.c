// VERDICT: race
// ANSWER: unknown
//
// A signal ends the wait for the semaphore, and nobody looks at the result.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

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
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  sigaction(SIGINT, &action, NULL);
  sem_init(&s, 0, 1);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}
