// PROPERTY: assertions
// VERDICT: holds
//
// Like abs_overflow.c, without the one number.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == INT_MIN)
    return 0;
  assert(abs(x) >= 0);
  assert(abs(x) == x || abs(x) == -x);
  return 0;
}
