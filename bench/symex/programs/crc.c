// Bit tricks: a bitwise checksum and a population count of unknown bytes.
#include "input.h"

enum { BITS = 7 };

static unsigned population(unsigned x) {
  x = x - ((x >> 1) & 0x55555555u);
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  return (((x + (x >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24;
}

int main(void) {
  unsigned input = __VERIFIER_nondet_ushort();
  unsigned crc = 0xFFFFu;
  for (int bit = 0; bit < BITS; bit++) {
    unsigned top = (crc >> 15) ^ (input >> bit);
    crc = (crc << 1) & 0xFFFFu;
    if (top & 1)
      crc ^= 0x1021u;
  }
  check(population(crc) <= 16);
  if (population(input) > 8)
    return 1;
  return 0;
}
