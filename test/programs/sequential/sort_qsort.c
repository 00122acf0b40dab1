// PROPERTY: assertions
// VERDICT: holds
//
// qsort calls back with symbolic elements.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int byValue(const void *a, const void *b) {
  int x = *(const int *)a;
  int y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int v[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  int bits = v[0] ^ v[1] ^ v[2];
  qsort(v, 3, sizeof v[0], byValue);
  assert(v[0] <= v[1] && v[1] <= v[2]);
  assert((v[0] ^ v[1] ^ v[2]) == bits);
  return 0;
}
