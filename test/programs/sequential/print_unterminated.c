// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 97, 98
//
// Two characters of which one has to be a zero.
#include <stdio.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char text[2] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char()};
  puts(text); // VIOLATION
  return 0;
}
