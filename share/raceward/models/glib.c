// GLib (<glib.h>): memory, texts and tables.
//
// Memory comes from malloc(), and a program that cannot get it ends. A table belongs to one thread
// at a time. It is a list here, which calls the program's functions as the real one does: the one
// that hashes for every key, and the one that compares for keys that may be equal.
#include "object.h"

#include <stdio.h>

void *g_malloc(size_t bytes) {
  return bytes > 0 ? raceward_new(bytes) : NULL;
}
void *g_malloc0(size_t bytes) {
  return bytes > 0 ? model_object(bytes) : NULL;
}
void *g_malloc_n(size_t count, size_t bytes) {
  return g_malloc(count * bytes);
}
void *g_malloc0_n(size_t count, size_t bytes) {
  return g_malloc0(count * bytes);
}
void *g_try_malloc(size_t bytes) {
  return malloc(bytes);
}
void *g_realloc(void *memory, size_t bytes) {
  return realloc(memory, bytes);
}
void *g_realloc_n(void *memory, size_t count, size_t bytes) {
  return realloc(memory, count * bytes);
}
void g_free(void *memory) {
  free(memory);
}
char *g_strdup(const char *text) {
  return text != NULL ? strdup(text) : NULL;
}
char *g_strndup(const char *text, size_t most) {
  return text != NULL ? strndup(text, most) : NULL;
}
char *g_strdup_vprintf(const char *format, va_list values) {
  enum { kRoom = 64 };
  char *text = raceward_new(kRoom);
  vsnprintf(text, kRoom, format, values);
  return text;
}
char *g_strdup_printf(const char *format, ...) {
  va_list values;
  va_start(values, format);
  char *text = g_strdup_vprintf(format, values);
  va_end(values);
  return text;
}

// -- tables ------------------------------------------------------------------------------------

struct entry {
  struct entry *next;
  void *key;
  void *value;
};

typedef struct {
  char changed;
  struct entry *entries;
  unsigned (*hash)(const void *);
  int (*equal)(const void *, const void *);
  void (*endKey)(void *);
  void (*endValue)(void *);
} Table;

unsigned g_direct_hash(const void *key) {
  return (unsigned)(uintptr_t)key;
}
int g_direct_equal(const void *a, const void *b) {
  return a == b;
}
unsigned g_str_hash(const void *key) {
  raceward_reads_text(key);
  return raceward_any_uint();
}
int g_str_equal(const void *a, const void *b) {
  return strcmp(a, b) == 0;
}
unsigned g_int_hash(const void *key) {
  return *(const unsigned *)key;
}
int g_int_equal(const void *a, const void *b) {
  return *(const int *)a == *(const int *)b;
}

Table *g_hash_table_new_full(unsigned (*hash)(const void *),
                             int (*equal)(const void *, const void *), void (*endKey)(void *),
                             void (*endValue)(void *)) {
  Table *table = model_object(sizeof *table);
  table->hash = hash != NULL ? hash : g_direct_hash;
  table->equal = equal != NULL ? equal : g_direct_equal;
  table->endKey = endKey;
  table->endValue = endValue;
  return table;
}
Table *g_hash_table_new(unsigned (*hash)(const void *), int (*equal)(const void *, const void *)) {
  return g_hash_table_new_full(hash, equal, NULL, NULL);
}

static struct entry *find(const Table *table, const void *key) {
  model_looks_at(table);
  table->hash(key);
  for (struct entry *entry = table->entries; entry != NULL; entry = entry->next)
    if (table->equal(entry->key, key))
      return entry;
  return NULL;
}
static int insert(Table *table, void *key, void *value, int keepsKey) {
  struct entry *entry = find(table, key);
  model_changes(table);
  if (entry == NULL) {
    entry = model_object(sizeof *entry);
    entry->key = key;
    entry->value = value;
    entry->next = table->entries;
    table->entries = entry;
    return 1;
  }
  void *oldKey = keepsKey ? key : entry->key;
  void *oldValue = entry->value;
  if (!keepsKey)
    entry->key = key;
  entry->value = value;
  MODEL_CALL(table->endKey, oldKey);
  MODEL_CALL(table->endValue, oldValue);
  return 0;
}
int g_hash_table_insert(Table *table, void *key, void *value) {
  return insert(table, key, value, 1);
}
int g_hash_table_replace(Table *table, void *key, void *value) {
  return insert(table, key, value, 0);
}
void *g_hash_table_lookup(Table *table, const void *key) {
  const struct entry *entry = find(table, key);
  return entry != NULL ? entry->value : NULL;
}
int g_hash_table_contains(Table *table, const void *key) {
  return find(table, key) != NULL;
}
int g_hash_table_lookup_extended(Table *table, const void *key, void **originalKey, void **value) {
  const struct entry *entry = find(table, key);
  if (entry == NULL)
    return 0;
  if (originalKey != NULL)
    *originalKey = entry->key;
  if (value != NULL)
    *value = entry->value;
  return 1;
}
static int removes(Table *table, const void *key, int ends) {
  struct entry *found = find(table, key);
  model_changes(table);
  if (found == NULL)
    return 0;
  struct entry **place = &table->entries;
  while (*place != found)
    place = &(*place)->next;
  *place = found->next;
  if (ends) {
    MODEL_CALL(table->endKey, found->key);
    MODEL_CALL(table->endValue, found->value);
  }
  free(found);
  return 1;
}
int g_hash_table_remove(Table *table, const void *key) {
  return removes(table, key, 1);
}
int g_hash_table_steal(Table *table, const void *key) {
  return removes(table, key, 0);
}
unsigned g_hash_table_size(Table *table) {
  model_looks_at(table);
  return raceward_any_uint();
}
void g_hash_table_foreach(Table *table, void (*function)(void *, void *, void *), void *data) {
  model_looks_at(table);
  for (const struct entry *entry = table->entries; entry != NULL; entry = entry->next)
    function(entry->key, entry->value, data);
}
void g_hash_table_remove_all(Table *table) {
  model_changes(table);
  while (table->entries != NULL) {
    struct entry *entry = table->entries;
    table->entries = entry->next;
    MODEL_CALL(table->endKey, entry->key);
    MODEL_CALL(table->endValue, entry->value);
    free(entry);
  }
}
void g_hash_table_destroy(Table *table) {
  g_hash_table_remove_all(table);
  free(table);
}
