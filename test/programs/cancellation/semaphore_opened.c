// VERDICT: race-free
//
// The twin of semaphore_not_opened.c: without the semaphore, there is no second thread.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static int count;
static sem_t *one;

static void *work(void *unused) {
  sem_wait(one);
  count++;
  sem_post(one);
  return unused;
}

int main(void) {
  pthread_t t;
  one = sem_open("/counter", O_CREAT, 0600, 1);
  if (one == SEM_FAILED) {
    perror("sem_open");
    return 1;
  }
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  sem_close(one);
  sem_unlink("/counter");
  return 0;
}
