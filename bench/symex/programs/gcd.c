// Loops whose bounds depend on the input: the greatest common divisor by subtraction.
#include "input.h"

enum { MOST = 12 };

static unsigned gcd(unsigned a, unsigned b) {
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
  }
  return a;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uchar();
  unsigned b = __VERIFIER_nondet_uchar();
  if (a == 0 || b == 0 || a > MOST || b > MOST)
    return 1;
  unsigned d = gcd(a, b);
  check(d >= 1 && d <= a && d <= b);
  return 0;
}
