// PROPERTY: assertions
// VERDICT: holds
//
// How far two elements of one array lie apart is the program's business.
#include <assert.h>
#include <stdint.h>

unsigned __VERIFIER_nondet_uint(void);

static int a[4];

static uintptr_t distance(const int *from, const int *to) {
  return (uintptr_t)to - (uintptr_t)from;
}

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 4;
  assert((uintptr_t)&a[3] - (uintptr_t)&a[1] == 2 * sizeof(int));
  assert(distance(a, &a[i]) == i * sizeof(int));
  assert(&a[i] - a == i);
  return 0;
}
