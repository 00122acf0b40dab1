// PROPERTY: assertions
// VERDICT: violated
// STDIN: -17
//
// Any number can stand in a text.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 0;
  if (scanf("%d", &number) != 1)
    return 0;
  assert(number != -17); // VIOLATION
  return 0;
}
