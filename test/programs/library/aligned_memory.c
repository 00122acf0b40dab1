// VERDICT: race-free
//
// Memory of posix_memalign() under a lock.
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  ++*shared;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  void *memory;
  if (posix_memalign(&memory, 64, sizeof *shared) != 0)
    return 1;
  shared = memory;
  *shared = 0;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
