// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 2147483647, -1
//
// The order by difference is none: the difference wraps.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int byValue(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  int v[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  qsort(v, 2, sizeof v[0], byValue);
  assert(v[0] <= v[1]); // VIOLATION
  return 0;
}
