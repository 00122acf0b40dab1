// VERDICT: race-free
// ANSWER: unknown
//
// Such a semaphore orders threads, but it is not modelled: neither answer would be right.
#include <pthread.h>
#include <sys/sem.h>

static int set;
static int count;

static void *worker(void *unused) {
  struct sembuf down = {0, -1, 0}, up = {0, 1, 0};
  semop(set, &down, 1);
  count++;
  semop(set, &up, 1);
  return unused;
}

int main(void) {
  set = semget(IPC_PRIVATE, 1, 0600);
  struct sembuf up = {0, 1, 0};
  semop(set, &up, 1);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return count;
}
