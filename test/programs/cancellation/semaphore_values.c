// VERDICT: race
//
// No semaphore has a value above SEM_VALUE_MAX: not at its start, and not after a post.
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  sem_t one;
  pthread_create(&t, NULL, work, NULL);
  if (sem_init(&one, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL &&
      sem_init(&one, 0, SEM_VALUE_MAX) == 0 && sem_post(&one) == -1 && errno == EOVERFLOW)
    count++;
  pthread_join(t, NULL);
  return 0;
}
