// VERDICT: race
//
// Counters for each thread, found by the number of its handle: two threads may get the same.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define SHARDS 4

struct shard {
  long hits;
  long misses;
};

static struct shard shards[SHARDS];

static struct shard *mine(void) {
  uintptr_t id = (uintptr_t)pthread_self();
  return &shards[(id >> 6) % SHARDS];
}

static void *worker(void *unused) {
  mine()->hits++; // ACCESS: read 'mine()->hits' @15, write 'mine()->hits' @15
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, NULL); // ACCESS: write 't[i]' @5 by pthread_create
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL); // ACCESS: read 't[i]' @18
  return 0;
}
