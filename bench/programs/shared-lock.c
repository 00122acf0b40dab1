// N threads each increment one counter under one lock: N! orders.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 8
#endif

static pthread_mutex_t lock;
static int counter;

static void *increment(void *unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  pthread_mutex_init(&lock, 0);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  assert(counter == N);
  return 0;
}
