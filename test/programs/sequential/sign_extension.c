// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 200
//
// A byte above 127 becomes negative on its way through a signed char.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar();
  signed char narrow = (signed char)byte;
  int wide = narrow;
  assert(wide == byte); // VIOLATION
  return 0;
}
