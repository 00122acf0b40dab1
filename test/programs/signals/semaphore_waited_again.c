// VERDICT: race-free
//
// A signal may end the wait for the semaphore, which is waited for again then.
#include <errno.h>
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
  while (sem_wait(&s) != 0)
    ;
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
