// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 4294967295, 4294967295
//
// The sum of two unsigned numbers wraps.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  if (a > b)
    return 0;
  unsigned middle = (a + b) / 2;
  assert(middle >= a); // VIOLATION
  return 0;
}
