// PROPERTY: assertions
// VERDICT: violated
// STDIN: a42
//
// A number of which the first digit was looked at before.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char letter[2];
  int number = 0;
  if (scanf("%1[a-c]%d", letter, &number) == 2 && letter[0] == 'a')
    assert(number != 42); // VIOLATION
  return 0;
}
