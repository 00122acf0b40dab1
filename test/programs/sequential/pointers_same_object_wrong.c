// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 1
//
// pointers_same_object.c, where they are the same on one of two ways.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int number, spare;
static int *one;
static int *other;

int main(void) {
  one = &number;
  other = __VERIFIER_nondet_int() ? &number : &spare;
  *one = 1;
  (*other)++;
  assert(*one == 1); // VIOLATION
  return 0;
}
