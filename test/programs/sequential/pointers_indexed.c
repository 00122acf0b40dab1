// PROPERTY: assertions
// VERDICT: holds
//
// An array of pointers at a symbolic index: exactly one of the objects changes.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static int a, b, c;
static int *const all[3] = {&a, &b, &c};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 3)
    return 0;
  *all[i] = 7;
  assert(*all[i] == 7);
  assert(a + b + c == 7);
  assert(i != 1 || (a == 0 && b == 7 && c == 0));
  return 0;
}
