// VERDICT: race-free
//
// Anonymous memory is zero at first, so that the second branch is never taken.
#include <pthread.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static int other;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared[0]++;
  pthread_mutex_unlock(&lock);
  if (shared[1] != 0)
    other++;
  return unused;
}

int main(void) {
  shared = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return 1;
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  munmap(shared, 100);
  return other;
}
