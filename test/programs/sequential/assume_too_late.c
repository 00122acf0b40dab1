// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 65536
//
// An assumption after the assertion does not help it.
#include <assert.h>

void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0)
    return 0;
  assert(x * x != 0); // VIOLATION
  __VERIFIER_assume(x < 100);
  return 0;
}
