// Concurrency Kit: tables with one writer and many readers (<ck_ht.h>).
//
// Readers may run beside the writer: what they share is atomic. Two writers race. The table is a
// struct of the program; entries are a list behind it.
#include "object.h"

struct hash {
  uint64_t value;
};
typedef struct {
  uintptr_t key;
  uintptr_t value;
  uint64_t keyLength;
  uint64_t hash;
} Entry;
struct map {
  char changed; ///< by the writer
  struct node *first;
};
struct node {
  struct node *next;
  Entry entry;
};
typedef struct {
  void *allocator;
  struct map *map;
  unsigned mode;
  uint64_t seed;
  void (*hash)(struct hash *, const void *, size_t, uint64_t);
} Table;
struct place {
  Entry *current;
  uint64_t offset;
};

static struct node *load(struct node *const *place) {
  return __atomic_load_n(place, __ATOMIC_SEQ_CST);
}

_Bool ck_ht_init(Table *table, unsigned mode,
                 void (*hash)(struct hash *, const void *, size_t, uint64_t), void *allocator,
                 uint64_t entries, uint64_t seed) {
  table->allocator = allocator;
  table->map = model_object(sizeof *table->map);
  table->mode = mode;
  table->seed = seed;
  table->hash = hash;
  return raceward_any_bool();
}
void ck_ht_hash(struct hash *to, Table *table, const void *key, uint16_t length) {
  raceward_reads(key, length);
  MODEL_CALL(table->hash, to, key, length, table->seed);
  to->value = raceward_any_ulonglong();
}
_Bool ck_ht_get_spmc(Table *table, struct hash hash, Entry *entry) {
  raceward_reads((const void *)entry->key, entry->keyLength);
  for (const struct node *node = load(&table->map->first); node != NULL; node = load(&node->next))
    if (raceward_any_bool()) {
      *entry = node->entry;
      return 1;
    }
  return 0;
}
_Bool ck_ht_put_spmc(Table *table, struct hash hash, Entry *entry) {
  struct map *map = table->map;
  model_changes(map);
  raceward_reads((const void *)entry->key, entry->keyLength);
  if (raceward_any_bool())
    return 0; // it is there already
  struct node *node = model_object(sizeof *node);
  node->entry = *entry;
  node->next = load(&map->first);
  __atomic_store_n(&map->first, node, __ATOMIC_SEQ_CST);
  return 1;
}
/// Not beside a writer.
_Bool ck_ht_next(Table *table, struct place *place, Entry **to) {
  struct map *map = table->map;
  model_looks_at(map);
  struct node *node =
      place->current == NULL
          ? load(&map->first)
          : load(
                &((struct node *)((uintptr_t)place->current - offsetof(struct node, entry)))->next);
  if (node == NULL)
    return 0;
  place->current = &node->entry;
  ++place->offset;
  *to = &node->entry;
  return 1;
}
