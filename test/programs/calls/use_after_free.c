// VERDICT: race
// ANSWER: unknown
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
  cache->hits++; // ACCESS: read 'cache' @3, read 'cache->hits' @14, write 'cache->hits' @14
  return unused;
}

int main(void) {
  pthread_t t;
  cache = calloc(1, sizeof *cache); // ACCESS: write 'cache' @9
  if (!cache) // ACCESS: read 'cache' @8
    return 1;
  pthread_create(&t, NULL, lookup, NULL); // ACCESS: write 't' @3 by pthread_create
  free(cache); // ACCESS: write '*cache' @3 by free, read 'cache' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
