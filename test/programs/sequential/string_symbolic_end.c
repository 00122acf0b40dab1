// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1, 2, 3
//
// Without a zero among the inputs the string has no end.
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char *text = malloc(3);
  if (!text)
    return 0;
  for (int i = 0; i < 3; ++i)
    text[i] = __VERIFIER_nondet_char();
  size_t length = strlen(text); // VIOLATION
  free(text);
  return (int)length;
}
