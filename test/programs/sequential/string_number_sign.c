// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 45, 55, 0
//
// Whoever types "-7" gets a negative number.
#include <assert.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4];
  for (int i = 0; i < 3; ++i)
    text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  char *end;
  long number = strtol(text, &end, 10);
  if (end == text)
    return 0;
  assert(number >= 0); // VIOLATION
  return 0;
}
