// VERDICT: race-free
//
// Where a struct begins is computed from one of its members. The offset, taken from null, is not
// an address. Only execution shows that nothing overflows.
#include <pthread.h>
#include <stdlib.h>

struct item {
  int value;
  pthread_mutex_t mutex;
  int link;
};

#define ITEM_OF(member) ((struct item *)((char *)(member) - (unsigned long)&((struct item *)0)->link))

static struct item *items;
static int overflows;

static void update(int *link) {
  struct item *item = ITEM_OF(link);
  pthread_mutex_lock(&item->mutex);
  int before = item->value++; // ACCESS: read 'item->value' @27, write 'item->value' @27
  pthread_mutex_unlock(&item->mutex);
  if (before > 1)
    overflows++; // ACCESS: read 'overflows' @14, write 'overflows' @14
}

static void *worker(void *unused) {
  update(&items[0].link); // ACCESS: read 'items' @11
  return unused;
}

int main(void) {
  pthread_t thread;
  items = malloc(sizeof *items); // ACCESS: write 'items' @9
  if (items == NULL) // ACCESS: read 'items' @7
    return 1;
  pthread_mutex_init(&items[0].mutex, NULL); // ACCESS: read 'items' @23
  items[0].value = 0; // ACCESS: read 'items' @3, write 'items[0].value' @18
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  update(&items[0].link); // ACCESS: read 'items' @11
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
