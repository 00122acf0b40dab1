// Random numbers are inputs: any of the range, whatever the seed.
#include "library.h"

enum { kLargest = 0x7fffffff }; // RAND_MAX of glibc

int rand(void) {
  return __VERIFIER_nondet_int() & kLargest;
}
long random(void) {
  return __VERIFIER_nondet_int() & kLargest;
}
int rand_r(unsigned *seed) {
  *seed = (unsigned)__VERIFIER_nondet_int();
  return __VERIFIER_nondet_int() & kLargest;
}

void srand(unsigned seed) {
  (void)seed;
}
void srandom(unsigned seed) {
  (void)seed;
}
