// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 65535
//
// Five digits are enough for four of them.
#include <assert.h>
#include <stdio.h>

unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  assert(printf("%hu", __VERIFIER_nondet_ushort()) <= 4); // VIOLATION
  return 0;
}
