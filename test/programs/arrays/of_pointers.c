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
  (*slot)->count = 1; // ACCESS: read '*slot' @4, write '(*slot)->count' @18
  (*slot)->items[0] = 5; // ACCESS: read '*slot' @4, read '(*slot)->items' @12, write '(*slot)->items[0]' @21
  return NULL;
}

int main(void) {
  pthread_t t;
  static int storage[4];
  for (int i = 0; i < 4; i++) {
    table[i] = malloc(sizeof **table); // ACCESS: write 'table[i]' @14
    if (!table[i]) // ACCESS: read 'table[i]' @10
      return 1;
    table[i]->items = storage + i; // ACCESS: read 'table[i]' @5, write 'table[i]->items' @21
    table[i]->count = 0; // ACCESS: read 'table[i]' @5, write 'table[i]->count' @21
  }
  pthread_create(&t, NULL, fill, &table[3]); // ACCESS: write 't' @3 by pthread_create
  table[0]->items[0] = 6; // ACCESS: read 'table[0]' @3, read 'table[0]->items' @13, write 'table[0]->items[0]' @22
  pthread_join(t, NULL); // ACCESS: read 't' @16
  int sum = table[3]->items[0] + *table[0]->items; // ACCESS: read 'table[3]' @13, read 'table[3]->items[0]' @13, read 'table[3]->items' @23, read '*table[0]->items' @34, read 'table[0]' @35, read 'table[0]->items' @45
  for (int i = 0; i < 4; i++)
    free(table[i]); // ACCESS: write '*table[i]' @5 by free, read 'table[i]' @10
  return sum;
}
