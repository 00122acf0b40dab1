// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 97, 98, 97, 98
//
// The first "ab" is not the last one.
#include <assert.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char text[5] = {0};
  for (int i = 0; i < 4; ++i)
    text[i] = __VERIFIER_nondet_char();
  const char *part = strstr(text, "ab");
  const char *last = strrchr(text, 'a');
  if (part)
    assert(part == last); // VIOLATION
  return 0;
}
