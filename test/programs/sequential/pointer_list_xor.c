// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 1
//
// The exclusive or of two pointers gives one back, if the other one is the right one.
#include <assert.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

static int a = 1, b = 2, c = 3;

int main(void) {
  uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
  int *mine = __VERIFIER_nondet_int() ? &b : &a;
  int *found = (int *)(both ^ (uintptr_t)mine);
  assert(found != &c);
  assert(*found == 2); // VIOLATION
  return 0;
}
