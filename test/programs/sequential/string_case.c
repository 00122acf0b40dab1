// PROPERTY: assertions
// VERDICT: holds
//
// Classes of symbolic characters: functions and the table behind the macros.
#include <assert.h>
#include <ctype.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int upper = toupper(c);
  if (islower(c))
    assert(isupper(upper) && upper == c - 32);
  else
    assert(upper == c);
  assert(!isalpha(c) == !(isupper(c) || islower(c)));
  assert(!(isdigit)(c) == !isdigit(c));
  return 0;
}
