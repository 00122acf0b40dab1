// VERDICT: race
//
// The system may refuse to open a semaphore, and the program goes on without it.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int count;
static sem_t *one;

static void *work(void *unused) {
  if (one != SEM_FAILED)
    sem_wait(one);
  count++;
  if (one != SEM_FAILED)
    sem_post(one);
  return unused;
}

int main(void) {
  pthread_t t;
  one = sem_open("/counter", O_CREAT, 0600, 1);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}
