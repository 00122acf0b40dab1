// PROPERTY: assertions
// VERDICT: holds
//
// A machine that waits for "ab" followed by "c" never accepts anything else.
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char seen[4];
  int state = 0;
  for (int i = 0; i < 4; ++i) {
    char c = seen[i] = __VERIFIER_nondet_char();
    switch (state) {
    case 0:
      state = c == 'a' ? 1 : 0;
      break;
    case 1:
      state = c == 'b' ? 2 : c == 'a' ? 1 : 0;
      break;
    case 2:
      state = c == 'c' ? 3 : c == 'a' ? 1 : 0;
      break;
    default:
      break;
    }
  }
  if (state == 3)
    assert((seen[0] == 'a' && seen[1] == 'b' && seen[2] == 'c') ||
           (seen[1] == 'a' && seen[2] == 'b' && seen[3] == 'c'));
  return 0;
}
