// A hash table with open addressing and unknown keys: probing forks on every collision.
#include "input.h"

enum { SLOTS = 8, KEYS = 3 };

struct Slot {
  unsigned char used;
  unsigned key;
  int value;
};

static struct Slot table[SLOTS];

static unsigned hash(unsigned key) {
  return (key ^ (key >> 3)) & (SLOTS - 1);
}

static int put(unsigned key, int value) {
  unsigned at = hash(key);
  for (int probe = 0; probe < SLOTS; probe++) {
    struct Slot *slot = &table[at];
    if (!slot->used) {
      slot->used = 1;
      slot->key = key;
      slot->value = value;
      return 1;
    }
    if (slot->key == key) {
      slot->value = value;
      return 0;
    }
    at = (at + 1) & (SLOTS - 1);
  }
  return -1;
}

int main(void) {
  int kept = 0;
  for (int i = 0; i < KEYS; i++) {
    int status = put(__VERIFIER_nondet_uchar(), i);
    check(status >= 0);
    kept += status;
  }
  return kept;
}
