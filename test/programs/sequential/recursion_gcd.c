// PROPERTY: assertions
// VERDICT: holds
//
// Recursion whose depth depends on the inputs.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int gcd(int a, int b) {
  return b == 0 ? a : gcd(b, a % b);
}

int main(void) {
  int a = __VERIFIER_nondet_uchar();
  int b = __VERIFIER_nondet_uchar();
  if (a < 1 || a > 9 || b < 1 || b > 9)
    return 0;
  int d = gcd(a, b);
  assert(d >= 1 && a % d == 0 && b % d == 0);
  return 0;
}
