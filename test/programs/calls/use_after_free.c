// VERDICT: race
//
// free() ends the life of the whole object, which is a write to all of it.
#include <pthread.h>
#include <stdlib.h>

struct cache {
  int hits;
  int entries[4];
};

static struct cache *cache;

static void *lookup(void *unused) {
  cache->hits++;
  return unused;
}

int main(void) {
  pthread_t t;
  cache = calloc(1, sizeof *cache);
  if (!cache)
    return 1;
  pthread_create(&t, NULL, lookup, NULL);
  free(cache);
  pthread_join(t, NULL);
  return 0;
}
