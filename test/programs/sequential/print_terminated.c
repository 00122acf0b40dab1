// PROPERTY: memory-safety
// VERDICT: holds
// INPUTS: 97, 98
//
// Wherever the text ends, it ends: the last byte is a zero, or the precision is as long.
#include <stdio.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  char part[2] = {__VERIFIER_nondet_char(), 'x'};
  printf("%s %.2s\n", text, part);
  return 0;
}
