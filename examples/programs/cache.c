// A cache behind a read-write lock whose statistics race.
//
// lookup() holds the lock for reading. That protects the entries, which only insert() writes, but
// readers run at the same time, and all of them write the counters. cache_fixed.c makes the counters
// atomic.
//
//   $ raceward check cache.c
//   | cache.c:36:15: error: data race on 'cache.hits': this write in 'lookup' (thread T1)
//   | ...
//   | raceward: race: 1 data race found

#include <pthread.h>
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
  long hits, misses;
} cache = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static bool lookup(int key, int *value) {
  pthread_rwlock_rdlock(&cache.lock);
  const struct entry *entry = &cache.entries[(unsigned)key % SLOTS];
  bool hit = entry->used && entry->key == key;
  if (hit) {
    *value = entry->value;
    cache.hits++; // readers run side by side
  } else {
    cache.misses++;
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
  printf("%ld hits, %ld misses\n", cache.hits, cache.misses);
  return 0;
}
