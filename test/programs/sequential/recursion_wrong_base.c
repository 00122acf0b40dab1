// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 0
//
// The power of zero is one, and not the base.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned power(unsigned base, unsigned exponent) {
  if (exponent <= 1)
    return base;
  unsigned half = power(base, exponent / 2);
  return exponent % 2 ? half * half * base : half * half;
}

int main(void) {
  unsigned exponent = __VERIFIER_nondet_uint();
  if (exponent > 6)
    return 0;
  unsigned expected = 1;
  for (unsigned i = 0; i < exponent; ++i)
    expected *= 3;
  assert(power(3, exponent) == expected); // VIOLATION
  return 0;
}
