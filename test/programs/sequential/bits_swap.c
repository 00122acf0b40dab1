// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 1
//
// Swapping by exclusive or does not work on one object.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}

int main(void) {
  int pair[2] = {__VERIFIER_nondet_int(), 5};
  int first = pair[0];
  swap(&pair[0], &pair[1]);
  swap(&pair[0], &pair[1]);
  swap(&pair[0], &pair[0]);
  assert(pair[0] == first); // VIOLATION
  return 0;
}
