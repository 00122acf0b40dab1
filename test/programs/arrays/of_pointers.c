// VERDICT: race-free
//
// A table of pointers to objects, and arrays behind them; a pointer to the pointer, too.
#include <pthread.h>
#include <stdlib.h>

struct bucket {
  int count;
  int *items;
};

static struct bucket *table[4];

static void *fill(void *arg) {
  struct bucket **slot = arg;
  (*slot)->count = 1;
  (*slot)->items[0] = 5;
  return NULL;
}

int main(void) {
  pthread_t t;
  static int storage[4];
  for (int i = 0; i < 4; i++) {
    table[i] = malloc(sizeof **table);
    if (!table[i])
      return 1;
    table[i]->items = storage + i;
    table[i]->count = 0;
  }
  pthread_create(&t, NULL, fill, &table[3]);
  table[0]->items[0] = 6;
  pthread_join(t, NULL);
  int sum = table[3]->items[0] + *table[0]->items;
  for (int i = 0; i < 4; i++)
    free(table[i]);
  return sum;
}
