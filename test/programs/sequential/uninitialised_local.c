// PROPERTY: assertions
// VERDICT: violated
// NATIVE: no, the variable may happen to be 5
//
// Without a value of its own the variable has any.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int mode;
  if (__VERIFIER_nondet_int())
    mode = 5;
  assert(mode == 5); // VIOLATION
  return 0;
}
