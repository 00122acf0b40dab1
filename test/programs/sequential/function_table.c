// PROPERTY: assertions
// VERDICT: holds
//
// A table of functions at a symbolic index.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

static int add(int a, int b) {
  return a + b;
}
static int subtract(int a, int b) {
  return a - b;
}
static int first(int a, int b) {
  (void)b;
  return a;
}

static int (*const operations[3])(int, int) = {add, subtract, first};

int main(void) {
  unsigned which = __VERIFIER_nondet_uint();
  if (which >= 3)
    return 0;
  int a = __VERIFIER_nondet_int();
  int result = operations[which](a, 7);
  assert(result == a + 7 || result == a - 7 || result == a);
  if (which == 1)
    assert(result + 7 == a);
  return 0;
}
