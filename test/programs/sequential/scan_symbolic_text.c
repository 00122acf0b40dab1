// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 52, 50
//
// sscanf() of two characters that can be "42".
#include <assert.h>
#include <stdio.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  int number = 0;
  if (sscanf(text, "%d", &number) == 1)
    assert(number != 42); // VIOLATION
  return 0;
}
