// VERDICT: race
//
// The twin of named_semaphore.c: two names.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int count;

static void *work(void *name) {
  sem_t *one = sem_open(name, O_CREAT, 0600, 1);
  if (one == SEM_FAILED)
    return name;
  sem_wait(one);
  count++;
  sem_post(one);
  sem_close(one);
  return name;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, "/counter");
  work("/other");
  pthread_join(t, NULL);
  return 0;
}
