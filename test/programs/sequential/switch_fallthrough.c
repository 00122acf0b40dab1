// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 1
//
// A forgotten break.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int kind = __VERIFIER_nondet_int();
  int wheels = 0;
  switch (kind) {
  case 0:
    wheels = 4;
    break;
  case 1:
    wheels = 2;
  case 2:
    wheels = 3;
    break;
  default:
    wheels = 1;
  }
  assert(kind != 1 || wheels == 2); // VIOLATION
  return 0;
}
