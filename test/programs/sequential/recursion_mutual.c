// PROPERTY: assertions
// VERDICT: holds
//
// Two functions that call each other.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static int isOdd(unsigned n);

static int isEven(unsigned n) {
  return n == 0 ? 1 : isOdd(n - 1);
}

static int isOdd(unsigned n) {
  return n == 0 ? 0 : isEven(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 10)
    return 0;
  assert(isEven(n) == (n % 2 == 0));
  return 0;
}
