// No input at all: about 50 million instructions of sieve, random numbers and matrices.
#include "input.h"

enum { LIMIT = 200000, SIDE = 48, DRAWS = 1000000 };

static unsigned char composite[LIMIT];
static unsigned a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];

static unsigned primes(void) {
  unsigned count = 0;
  for (unsigned i = 2; i < LIMIT; i++) {
    if (composite[i])
      continue;
    count++;
    for (unsigned j = 2 * i; j < LIMIT; j += i)
      composite[j] = 1;
  }
  return count;
}

static unsigned draws(unsigned seed) {
  unsigned sum = 0;
  for (unsigned i = 0; i < DRAWS; i++) {
    seed = seed * 1664525u + 1013904223u;
    if (seed >> 31)
      sum += seed >> 16;
    else
      sum ^= seed;
  }
  return sum;
}

static unsigned product(void) {
  unsigned trace = 0;
  for (unsigned i = 0; i < SIDE; i++) {
    for (unsigned j = 0; j < SIDE; j++) {
      a[i][j] = i * j + 1;
      b[i][j] = i ^ j;
    }
  }
  for (unsigned round = 0; round < 8; round++) {
    for (unsigned i = 0; i < SIDE; i++) {
      for (unsigned j = 0; j < SIDE; j++) {
        unsigned sum = 0;
        for (unsigned k = 0; k < SIDE; k++)
          sum += a[i][k] * b[k][j];
        c[i][j] = sum;
      }
    }
    for (unsigned i = 0; i < SIDE; i++) {
      for (unsigned j = 0; j < SIDE; j++)
        a[i][j] = c[i][j] & 0xFFFF;
      trace += a[i][i];
    }
  }
  return trace;
}

int main(void) {
  check(primes() == 17984);
  return (int)((draws(1) ^ product()) & 127);
}
