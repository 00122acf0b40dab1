// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 1, 1, 1
//
// A static variable remembers.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int next(void) {
  static int count = 10;
  return ++count;
}

int main(void) {
  int last = 10;
  for (int i = 0; i < 3; ++i)
    if (__VERIFIER_nondet_int())
      last = next();
  assert(last < 13); // VIOLATION
  return 0;
}
