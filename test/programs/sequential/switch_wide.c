// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 0x100000001
//
// Cases that differ in the upper half of a long long only.
#include <assert.h>

long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  int result;
  switch (x) {
  case 1:
    result = 1;
    break;
  case 0x100000001:
    result = 2;
    break;
  case -1:
    result = 3;
    break;
  default:
    result = 0;
  }
  assert(result != 2); // VIOLATION
  return 0;
}
