// A cache behind a read-write lock, with atomic counters.
//
// A relaxed increment is enough for a statistic: it is atomic, and nothing depends on its order.
//
//   $ raceward check -q cache_fixed.c
//   | raceward: race-free: all 39 suspects are ruled out

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 16, READERS = 2, ROUNDS = 10 };

struct entry {
  int key, value;
  bool used;
};

static struct {
  pthread_rwlock_t lock;
  struct entry entries[SLOTS];
  atomic_long hits, misses;
} cache = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static bool lookup(int key, int *value) {
  pthread_rwlock_rdlock(&cache.lock);
  const struct entry *entry = &cache.entries[(unsigned)key % SLOTS];
  bool hit = entry->used && entry->key == key;
  if (hit) {
    *value = entry->value;
    atomic_fetch_add_explicit(&cache.hits, 1, memory_order_relaxed);
  } else {
    atomic_fetch_add_explicit(&cache.misses, 1, memory_order_relaxed);
  }
  pthread_rwlock_unlock(&cache.lock);
  return hit;
}

static void insert(int key, int value) {
  pthread_rwlock_wrlock(&cache.lock);
  cache.entries[(unsigned)key % SLOTS] = (struct entry){key, value, true};
  pthread_rwlock_unlock(&cache.lock);
}

static int square(int key) {
  int value;
  if (!lookup(key, &value)) {
    value = key * key;
    insert(key, value);
  }
  return value;
}

static void *reader(void *sum) {
  for (int i = 0; i < ROUNDS; i++)
    *(long *)sum += square(i % 4);
  return NULL;
}

int main(void) {
  pthread_t threads[READERS];
  long sums[READERS] = {0};
  for (int i = 0; i < READERS; i++)
    if (pthread_create(&threads[i], NULL, reader, &sums[i]) != 0)
      abort();
  for (int i = 0; i < READERS; i++)
    pthread_join(threads[i], NULL);

  for (int i = 0; i < READERS; i++)
    printf("%ld\n", sums[i]);
  printf("%ld hits, %ld misses\n", atomic_load(&cache.hits), atomic_load(&cache.misses));
  return 0;
}
