// Unknown indices into tables: two rounds of a substitution network.
#include "input.h"

enum { SIZE = 64, BYTES = 3 };

static unsigned char box[SIZE];

int main(void) {
  for (unsigned i = 0; i < SIZE; i++)
    box[i] = (unsigned char)((i * 37 + 11) % SIZE);
  unsigned char carry = 0;
  int hits = 0;
  for (int i = 0; i < BYTES; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char once = box[(c ^ carry) % SIZE];
    unsigned char twice = box[(once + i) % SIZE];
    check(twice < SIZE);
    if (twice > 20)
      hits++;
    else if (once & 1)
      hits += 2;
    carry = c;
  }
  return hits > BYTES;
}
