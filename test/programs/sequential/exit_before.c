// PROPERTY: assertions
// VERDICT: holds
//
// Whoever exits or aborts never gets to the assertion.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void require(int condition) {
  if (!condition)
    exit(0);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  require(x > 3);
  require(x < 5);
  assert(x == 4);
  return 0;
}
