// PROPERTY: assertions
// VERDICT: violated
// DATA-MODEL: ilp32
// INPUTS: 0x7fffffff
//
// A long has 32 bits here.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  long wide = __VERIFIER_nondet_int();
  if (wide < 0)
    return 0;
  wide += 1;
  assert(wide > 0); // VIOLATION
  return 0;
}
