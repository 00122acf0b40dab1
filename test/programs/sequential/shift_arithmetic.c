// PROPERTY: assertions
// VERDICT: holds
//
// Shifts to the right: of a signed number with its sign, of an unsigned one with zeroes.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert((x >> 31) == (x < 0 ? -1 : 0));
  assert(((unsigned)x >> 31) == (x < 0 ? 1u : 0u));
  assert((x >> 1) * 2 + (x & 1) == x);
  return 0;
}
