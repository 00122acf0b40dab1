// PROPERTY: assertions
// VERDICT: holds
//
// atoi of two symbolic digits.
#include <assert.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
    return 0;
  assert(atoi(text) == (text[0] - '0') * 10 + (text[1] - '0'));
  return 0;
}
