// Tables that the library keeps for a program (search.h): trees, hash tables, arrays, queues.
//
// A tree is a sorted list here, which is a tree without left branches. So its nodes are visited in
// the right order, and the program's own order decides where an element is. What the real tree does
// to itself (it is balanced) is in one byte that all of its nodes share: searching reads it, adding
// and removing write it. Two threads may use one tree only if none of them changes it. Which node
// is the root, and so the levels of a walk, is not known from two nodes on.
#include "model.h"

#include <limits.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

typedef int (*order)(const void *, const void *);

struct node {
  const void *key; ///< where programs look, through the pointer that they get
  struct node *next;
  char *shape;
};

/// Where the element is, or where it belongs.
static struct node **place_of(const void *key, struct node **root, order compare, int *is_there) {
  struct node **at = root;
  *is_there = 0;
  while (*at != NULL) {
    const int difference = compare(key, (*at)->key);
    *is_there = difference == 0;
    if (difference <= 0)
      break;
    at = &(*at)->next;
  }
  return at;
}

void *tsearch(const void *key, void **root, order compare) {
  if (root == NULL)
    return NULL;
  struct node *first = *root;
  int is_there;
  struct node **at = place_of(key, (struct node **)root, compare, &is_there);
  char *shape = first == NULL ? malloc(1) : first->shape;
  *shape = 0; // the tree may be balanced on the way, also if nothing is added
  if (is_there)
    return *at;
  struct node *added = malloc(sizeof *added);
  added->key = key;
  added->next = *at;
  added->shape = shape;
  *at = added;
  return added;
}
void *tfind(const void *key, void *const *root, order compare) {
  if (root == NULL || *root == NULL)
    return NULL;
  raceward_reads(((struct node *)*root)->shape, 1);
  int is_there;
  struct node *first = *root;
  struct node **at = place_of(key, &first, compare, &is_there);
  return is_there ? *at : NULL;
}
/// Returns the parent of what was removed, or of the root something that is not null.
void *tdelete(const void *key, void **root, order compare) {
  if (root == NULL || *root == NULL)
    return NULL;
  struct node *first = *root;
  int is_there;
  struct node **at = place_of(key, (struct node **)root, compare, &is_there);
  if (!is_there)
    return NULL;
  char *shape = first->shape;
  *shape = 0;
  struct node *removed = *at;
  struct node *parent = removed == first ? (struct node *)(void *)root : first;
  while (removed != first && parent->next != removed)
    parent = parent->next;
  *at = removed->next;
  free(removed);
  if (*root == NULL)
    free(shape);
  return parent;
}

static const char kShape[] =
    "the shape of a tree of the library, which twalk() shows, is not known to the machine";

/// Where a node is in the tree decides how often it is visited, and when. One alone is a leaf.
#define WALK(function, visitor, at_leaf, at_any, ...)                                              \
  void function(const void *root, visitor __VA_OPT__(, ) __VA_ARGS__) {                            \
    const struct node *first = root;                                                               \
    if (first == NULL || visit == NULL)                                                            \
      return;                                                                                      \
    raceward_reads(first->shape, 1);                                                               \
    if (first->next == NULL) {                                                                     \
      visit(first, leaf, at_leaf);                                                                 \
      return;                                                                                      \
    }                                                                                              \
    raceward_not_executed(kShape);                                                                 \
    while (raceward_guess_bool())                                                                    \
      for (const struct node *node = first; node != NULL; node = node->next)                       \
        visit(node, (VISIT)(raceward_guess_uint() & 3), at_any);                                     \
  }

WALK(twalk, __action_fn_t visit, 0, raceward_guess_int() & INT_MAX)
WALK(twalk_r, void (*visit)(const void *, VISIT, void *), with, with, void *with)

void tdestroy(void *root, __free_fn_t release) {
  struct node *node = root;
  if (node != NULL)
    free(node->shape);
  while (node != NULL) {
    struct node *next = node->next;
    release((void *)node->key);
    free(node);
    node = next;
  }
}

// A hash table has a fixed number of places; it is full after as many entries. Keys are compared as
// texts. The one without a name is shared by all threads.

struct place {
  ENTRY entry; ///< programs may change its data
  int is_used;
};

/// The number of places: the least odd prime that is enough.
static unsigned prime_from(unsigned count) {
  unsigned number = (count < 3 ? 3 : count) | 1;
  for (unsigned divisor = 3; divisor <= number / divisor; divisor += 2)
    if (number % divisor == 0) {
      number += 2;
      divisor = 1;
    }
  return number;
}

int hcreate_r(size_t count, struct hsearch_data *table) {
  if (table == NULL) {
    errno = EINVAL;
    return 0;
  }
  if (table->table != NULL)
    return 0;
  table->size = prime_from((unsigned)count);
  table->filled = 0;
  table->table = calloc(table->size + 1, sizeof(struct place));
  return table->table != NULL;
}
void hdestroy_r(struct hsearch_data *table) {
  if (table == NULL) {
    errno = EINVAL;
    return;
  }
  free(table->table);
  table->table = NULL;
}
int hsearch_r(ENTRY entry, ACTION action, ENTRY **found, struct hsearch_data *table) {
  struct place *places = (struct place *)(void *)table->table;
  unsigned i = 0;
  for (; i < table->filled; ++i)
    if (strcmp(entry.key, places[i].entry.key) == 0) {
      *found = &places[i].entry;
      return 1;
    }
  raceward_reads_text(entry.key);
  *found = NULL;
  if (action == FIND || i == table->size) {
    errno = action == FIND ? ESRCH : ENOMEM;
    return 0;
  }
  places[i].entry = entry;
  places[i].is_used = 1;
  ++table->filled;
  *found = &places[i].entry;
  return 1;
}

static struct hsearch_data state_of_hsearch;

int hcreate(size_t count) {
  return hcreate_r(count, &state_of_hsearch);
}
void hdestroy(void) {
  hdestroy_r(&state_of_hsearch);
}
ENTRY *hsearch(ENTRY entry, ACTION action) {
  ENTRY *found = NULL;
  hsearch_r(entry, action, &found, &state_of_hsearch);
  return found;
}

// Arrays.

void *lfind(const void *key, const void *array, size_t *count, size_t size, order compare) {
  const unsigned char *element = array;
  for (size_t i = 0; i < *count; ++i, element += size)
    if (compare(key, element) == 0)
      return (void *)element;
  return NULL;
}
void *lsearch(const void *key, void *array, size_t *count, size_t size, order compare) {
  void *found = lfind(key, array, count, size, compare);
  if (found == NULL) {
    found = memcpy((unsigned char *)array + *count * size, key, size);
    ++*count;
  }
  return found;
}

// Queues: structs of the program that begin with pointers to the next and the previous one.

struct link {
  struct link *next;
  struct link *previous;
};
void insque(void *element, void *after) {
  struct link *added = element;
  struct link *before = after;
  if (before == NULL) {
    added->next = NULL;
    added->previous = NULL;
    return;
  }
  struct link *next = before->next;
  before->next = added;
  added->next = next;
  added->previous = before;
  if (next != NULL)
    next->previous = added;
}
void remque(void *element) {
  struct link *removed = element;
  if (removed->next != NULL)
    removed->next->previous = removed->previous;
  if (removed->previous != NULL)
    removed->previous->next = removed->next;
}
