// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 0, 2
//
// Different indices, the same object.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static int a, b;
static int *all[3] = {&a, &b, &a};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  unsigned j = __VERIFIER_nondet_uint();
  if (i >= 3 || j >= 3 || i == j)
    return 0;
  *all[i] = 1;
  *all[j] = 2;
  assert(*all[i] == 1); // VIOLATION
  return 0;
}
