// PROPERTY: assertions
// VERDICT: holds
//
// ilp32_long.c where a long has 64 bits.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  long wide = __VERIFIER_nondet_int();
  if (wide < 0)
    return 0;
  wide += 1;
  assert(wide > 0);
  return 0;
}
