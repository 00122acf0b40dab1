// N readers and a writer of one variable: each reader is before or after it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 15
#endif

static atomic_int shared;

static void *read(void *unused) {
  int seen = atomic_load(&shared);
  assert(seen == 0 || seen == 1);
  return unused;
}

static void *write(void *unused) {
  atomic_store(&shared, 1);
  return unused;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[N], 0, write, 0);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, read, 0);
  for (int i = 0; i <= N; i++)
    pthread_join(threads[i], 0);
  return 0;
}
