// N threads each increment a counter of their own under a lock of their own: one order.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 32
#endif

struct slot {
  pthread_mutex_t lock;
  int counter;
};

static struct slot slots[N];

static void *increment(void *argument) {
  struct slot *slot = argument;
  pthread_mutex_lock(&slot->lock);
  slot->counter++;
  pthread_mutex_unlock(&slot->lock);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_mutex_init(&slots[i].lock, 0);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, increment, &slots[i]);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  for (int i = 0; i < N; i++)
    assert(slots[i].counter == 1);
  return 0;
}
