// PROPERTY: assertions
// VERDICT: holds
//
// What the standard promises about quotient and remainder.
#include <assert.h>
#include <stdlib.h>

signed char __VERIFIER_nondet_schar(void);

int main(void) {
  int a = __VERIFIER_nondet_schar();
  int b = __VERIFIER_nondet_schar();
  if (b == 0)
    return 0;
  assert(a / b * b + a % b == a);
  assert(abs(a % b) < abs(b));
  return 0;
}
