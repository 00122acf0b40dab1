// VERDICT: race-free
//
// A system call does not succeed without a path, so that nobody writes.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int removed;

static void *worker(void *unused) {
  if (unlink(NULL) == 0)
    ++removed;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return removed;
}
