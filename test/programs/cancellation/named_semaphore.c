// VERDICT: race-free
//
// The same name is the same semaphore.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int count;

static void *work(void *unused) {
  sem_t *one = sem_open("/counter", O_CREAT, 0600, 1);
  if (one == SEM_FAILED)
    return unused;
  sem_wait(one);
  count++;
  sem_post(one);
  sem_close(one);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_unlink("/counter");
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  sem_unlink("/counter");
  return 0;
}
