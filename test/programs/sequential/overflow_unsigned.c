// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 4294967295
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned next = x + 1;
  assert(next > x); // VIOLATION
  return 0;
}
