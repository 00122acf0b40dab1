// PROPERTY: assertions
// VERDICT: holds
//
// x & -x is zero or a power of two, and ffs() says which.
#include <assert.h>
#include <strings.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned lowest = (unsigned)x & -(unsigned)x;
  assert((lowest & (lowest - 1)) == 0);
  assert((ffs(x) == 0) == (x == 0));
  if (x != 0)
    assert(lowest == 1u << (ffs(x) - 1));
  return 0;
}
