// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 5
//
// One wrong entry in a constant table.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static const unsigned char squares[8] = {0, 1, 4, 9, 16, 24, 36, 49};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 8)
    return 0;
  assert(squares[i] == i * i); // VIOLATION
  return 0;
}
