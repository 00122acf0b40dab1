// PROPERTY: assertions
// VERDICT: violated
// STDIN: go
//
// Two bytes and the end.
#include <assert.h>
#include <stdio.h>

int main(void) {
  if (getchar() != 'g' || fgetc(stdin) != 'o')
    return 0;
  assert(getc(stdin) != EOF); // VIOLATION
  return 0;
}
