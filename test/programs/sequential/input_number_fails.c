// PROPERTY: assertions
// VERDICT: violated
// STDIN: x
//
// What is no number is not read, and the variable keeps its value.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 5;
  int stored = scanf("%i", &number);
  assert(stored == 1 || number == 5);
  if (stored == 0)
    assert(getchar() != 'x'); // VIOLATION
  return 0;
}
