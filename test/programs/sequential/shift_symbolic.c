// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 31
//
// A shift by a symbolic amount, within the width.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned amount = __VERIFIER_nondet_uint();
  if (amount >= 32)
    return 0;
  int bit = (int)(1u << amount);
  assert(bit > 0); // VIOLATION
  return 0;
}
