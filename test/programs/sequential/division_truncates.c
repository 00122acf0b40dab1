// PROPERTY: assertions
// VERDICT: violated
// INPUTS: -7
//
// The remainder has the sign of the dividend.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int slot = x % 5;
  assert(slot >= 0); // VIOLATION
  return 0;
}
