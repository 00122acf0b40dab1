// Binary search for unknown keys in a sorted table.
#include "input.h"

enum { SIZE = 31, KEYS = 2 };

static int table[SIZE];

static int find(int key) {
  int low = 0, high = SIZE - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (table[middle] == key)
      return middle;
    if (table[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int main(void) {
  for (int i = 0; i < SIZE; i++)
    table[i] = i * i * 3 + 7;
  int found = 0;
  for (int i = 0; i < KEYS; i++) {
    int key = __VERIFIER_nondet_int();
    int at = find(key);
    if (at >= 0) {
      check(table[at] == key);
      found++;
    }
  }
  return found;
}
