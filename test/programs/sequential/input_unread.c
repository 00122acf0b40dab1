// PROPERTY: assertions
// VERDICT: holds
// STDIN: 7
//
// What was given back comes again.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 0;
  assert(ungetc(c, stdin) == c);
  assert(getchar() == c);
  return 0;
}
