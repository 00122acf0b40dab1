// PROPERTY: assertions
// VERDICT: holds
//
// A write at a symbolic index changes one element, whichever it is.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int v[4] = {0};
  unsigned i = __VERIFIER_nondet_uint();
  unsigned j = __VERIFIER_nondet_uint();
  if (i >= 4 || j >= 4)
    return 0;
  v[i] = 1;
  v[j] += 2;
  assert(v[0] + v[1] + v[2] + v[3] == 3);
  assert(i == j ? v[i] == 3 : v[i] == 1 && v[j] == 2);
  return 0;
}
