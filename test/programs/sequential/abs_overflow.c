// PROPERTY: assertions
// VERDICT: violated
// INPUTS: -2147483648
//
// The smallest int has no positive counterpart; overflow wraps.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int magnitude = x < 0 ? -x : x;
  assert(magnitude >= 0); // VIOLATION
  return 0;
}
