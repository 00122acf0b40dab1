// N readers and a writer of one variable, all under one lock: every order of the lock counts.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 7
#endif

static pthread_mutex_t lock;
static int shared;

static void *read(void *unused) {
  pthread_mutex_lock(&lock);
  int seen = shared;
  pthread_mutex_unlock(&lock);
  assert(seen == 0 || seen == 1);
  return unused;
}

static void *write(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_mutex_init(&lock, 0);
  pthread_create(&threads[N], 0, write, 0);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, read, 0);
  for (int i = 0; i <= N; i++)
    pthread_join(threads[i], 0);
  return 0;
}
