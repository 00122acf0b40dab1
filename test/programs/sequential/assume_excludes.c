// PROPERTY: assertions
// VERDICT: holds
//
// Assumptions before and after the use of a value.
#include <assert.h>

void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int square = x * x;
  __VERIFIER_assume(x > -100 && x < 100);
  assert(square >= 0 && square < 10000);
  __VERIFIER_assume(x > 9);
  assert(square >= 100);
  return 0;
}
