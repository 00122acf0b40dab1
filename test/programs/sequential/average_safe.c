// PROPERTY: assertions
// VERDICT: holds
//
// The middle of two numbers without a sum that could wrap.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  if (a > b)
    return 0;
  unsigned middle = a + (b - a) / 2;
  assert(middle >= a && middle <= b);
  return 0;
}
