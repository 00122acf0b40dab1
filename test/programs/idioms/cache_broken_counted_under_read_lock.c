// VERDICT: race
// OPTIONS: --time-limit 30
//
// A cache that many read and few change: a hash table with chains under a read-write lock. Who looks
// something up gets a copy.
//
// Broken: Hits and misses are plain numbers; the lock for reading does not guard them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = 24 };

struct entry {
  struct entry *next;
  unsigned key;
  char value[VALUE_SIZE];
};

struct cache {
  pthread_rwlock_t lock;
  struct entry **buckets;
  unsigned bucket_count;
  unsigned entries;
  unsigned long hits;
  unsigned long misses;
};

static struct cache *cache_create(unsigned bucket_count) {
  struct cache *cache = malloc(sizeof *cache);
  if (cache == NULL)
    return NULL;
  cache->buckets = calloc(bucket_count, sizeof *cache->buckets); // ACCESS: write 'cache->buckets' @18
  if (cache->buckets == NULL || pthread_rwlock_init(&cache->lock, NULL) != 0) { // ACCESS: read 'cache->buckets' @14
    free(cache->buckets); // ACCESS: write '*cache->buckets' @5 by free, read 'cache->buckets' @17
    free(cache); // ACCESS: write '*cache' @5 by free
    return NULL;
  }
  cache->bucket_count = bucket_count; // ACCESS: write 'cache->bucket_count' @23
  cache->entries = 0; // ACCESS: write 'cache->entries' @18
  cache->hits = 0; // ACCESS: write 'cache->hits' @15
  cache->misses = 0; // ACCESS: write 'cache->misses' @17
  return cache;
}

static void cache_destroy(struct cache *cache) {
  for (unsigned i = 0; i < cache->bucket_count; i++) { // ACCESS: read 'cache->bucket_count' @35
    struct entry *entry = cache->buckets[i]; // ACCESS: read 'cache->buckets[i]' @27, read 'cache->buckets' @34
    while (entry != NULL) {
      struct entry *next = entry->next; // ACCESS: read 'entry->next' @35
      free(entry); // ACCESS: write '*entry' @7 by free
      entry = next;
    }
  }
  pthread_rwlock_destroy(&cache->lock);
  free(cache->buckets); // ACCESS: write '*cache->buckets' @3 by free, read 'cache->buckets' @15
  free(cache); // ACCESS: write '*cache' @3 by free
}

// The caller holds the lock.
static struct entry *cache_find(struct cache *cache, unsigned key) {
  struct entry *entry = cache->buckets[key % cache->bucket_count]; // ACCESS: read 'cache->buckets[key % cache->bucket_count]' @25, read 'cache->buckets' @32, read 'cache->bucket_count' @53
  while (entry != NULL && entry->key != key) // ACCESS: read 'entry->key' @34
    entry = entry->next; // ACCESS: read 'entry->next' @20
  return entry;
}

static int cache_get(struct cache *cache, unsigned key, char *value) {
  int found = 0;
  pthread_rwlock_rdlock(&cache->lock);
  struct entry *entry = cache_find(cache, key);
  if (entry != NULL) {
    memcpy(value, entry->value, VALUE_SIZE); // ACCESS: write '*value' @5 by memcpy, read 'entry->value' @5 by memcpy
    found = 1;
  }
  if (found)
    cache->hits++; // ACCESS: read 'cache->hits' @16, write 'cache->hits' @16
  else
    cache->misses++; // ACCESS: read 'cache->misses' @18, write 'cache->misses' @18
  pthread_rwlock_unlock(&cache->lock);
  return found;
}

static int cache_put(struct cache *cache, unsigned key, const char *value) {
  int result = 0;
  pthread_rwlock_wrlock(&cache->lock);
  struct entry *entry = cache_find(cache, key);
  if (entry == NULL) {
    entry = malloc(sizeof *entry);
    if (entry == NULL) {
      result = -1;
      goto out;
    }
    entry->key = key; // ACCESS: write 'entry->key' @16
    entry->next = cache->buckets[key % cache->bucket_count]; // ACCESS: write 'entry->next' @17, read 'cache->buckets[key % cache->bucket_count]' @19, read 'cache->buckets' @26, read 'cache->bucket_count' @47
    cache->buckets[key % cache->bucket_count] = entry; // ACCESS: read 'cache->buckets' @12, read 'cache->bucket_count' @33, write 'cache->buckets[key % cache->bucket_count]' @47
    cache->entries++; // ACCESS: read 'cache->entries' @19, write 'cache->entries' @19
  }
  strncpy(entry->value, value, VALUE_SIZE - 1); // ACCESS: write 'entry->value' @3 by strncpy, read '*value' @3 by strncpy
  entry->value[VALUE_SIZE - 1] = '\0'; // ACCESS: write 'entry->value[23]' @32
out:
  pthread_rwlock_unlock(&cache->lock);
  return result;
}

static void cache_remove(struct cache *cache, unsigned key) {
  struct entry *removed = NULL;
  pthread_rwlock_wrlock(&cache->lock);
  struct entry **link = &cache->buckets[key % cache->bucket_count]; // ACCESS: read 'cache->buckets' @33, read 'cache->bucket_count' @54
  while (*link != NULL && (*link)->key != key) // ACCESS: read '*link' @10, read '*link' @28, read '(*link)->key' @36
    link = &(*link)->next; // ACCESS: read '*link' @14
  if (*link != NULL) { // ACCESS: read '*link' @7
    removed = *link; // ACCESS: read '*link' @15
    *link = removed->next; // ACCESS: write '*link' @11, read 'removed->next' @22
    cache->entries--; // ACCESS: read 'cache->entries' @19, write 'cache->entries' @19
  }
  pthread_rwlock_unlock(&cache->lock);
  free(removed); // ACCESS: write '*removed' @3 by free
}

struct client {
  pthread_t thread;
  struct cache *cache;
  unsigned seed;
  int rounds;
  long computed; // values that this client had to compute
  long length;   // of all values together
};

static void *use_cache(void *argument) {
  struct client *client = argument;
  char value[VALUE_SIZE];
  for (int i = 0; i < client->rounds; i++) { // ACCESS: read 'client->rounds' @31
    unsigned key = (client->seed + (unsigned)i) % 16; // ACCESS: read 'client->seed' @29
    if (!cache_get(client->cache, key, value)) { // ACCESS: read 'client->cache' @28
      snprintf(value, sizeof value, "value of %u", key); // ACCESS: write 'value' @7 by snprintf
      client->computed++; // ACCESS: read 'client->computed' @23, write 'client->computed' @23
      if (cache_put(client->cache, key, value) != 0) // ACCESS: read 'client->cache' @29
        break;
    }
    client->length += (long)strlen(value); // ACCESS: read 'client->length' @20, write 'client->length' @20, read 'value' @29 by strlen
    if (i % 7 == 6)
      cache_remove(client->cache, key); // ACCESS: read 'client->cache' @28
  }
  return NULL;
}

int main(int argc, char **argv) {
  int clients = argc > 1 ? atoi(argv[1]) : 3; // ACCESS: read '*argv[1]' @28 by atoi, read 'argv[1]' @33
  int started = 0;
  if (clients < 1)
    return 1;
  struct cache *cache = cache_create(8);
  struct client *all = calloc((size_t)clients, sizeof *all);
  if (cache == NULL || all == NULL)
    return 1;
  for (; started < clients; started++) {
    all[started].cache = cache; // ACCESS: write 'all[started].cache' @24
    all[started].seed = (unsigned)started * 3; // ACCESS: write 'all[started].seed' @23
    all[started].rounds = 8 * argc; // ACCESS: write 'all[started].rounds' @25
    if (pthread_create(&all[started].thread, NULL, use_cache, &all[started]) != 0) // ACCESS: write 'all[started].thread' @9 by pthread_create
      break;
  }
  for (int i = 0; i < started; i++) {
    pthread_join(all[i].thread, NULL); // ACCESS: read 'all[i].thread' @25
    printf("client %d computed %ld values, length %ld\n", i, all[i].computed, all[i].length); // ACCESS: read 'all[i].computed' @69, read 'all[i].length' @86
  }
  printf("%lu hits, %lu misses, %u entries\n", cache->hits, cache->misses, // ACCESS: read 'cache->hits' @55, read 'cache->misses' @68
         cache->entries); // ACCESS: read 'cache->entries' @17
  cache_destroy(cache);
  free(all); // ACCESS: write '*all' @3 by free
  return 0;
}
