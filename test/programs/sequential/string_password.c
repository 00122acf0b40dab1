// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 107, 101, 121
//
// Three comparisons lead to the one input out of 2^32.
#include <string.h>

extern void reach_error(void);
char __VERIFIER_nondet_char(void);

int main(void) {
  char word[4];
  for (int i = 0; i < 4; ++i)
    word[i] = __VERIFIER_nondet_char();
  if (word[3] == 0 && strcmp(word, "key") == 0)
    reach_error(); // VIOLATION
  return 0;
}
