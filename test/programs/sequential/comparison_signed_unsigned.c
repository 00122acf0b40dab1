// PROPERTY: assertions
// VERDICT: violated
// INPUTS: -1
//
// In a comparison with an unsigned number, -1 is the largest of all.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned limit = 10;
  if (x < 10)
    assert(x < limit); // VIOLATION
  return 0;
}
