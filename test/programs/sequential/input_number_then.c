// PROPERTY: assertions
// VERDICT: holds
// STDIN: 12;
//
// A number ends where there is no digit, or no more input: one that was not all read.
#include <assert.h>
#include <stdio.h>

int main(void) {
  unsigned number;
  if (scanf("%u", &number) != 1)
    return 0;
  int isOver = feof(stdin);
  int c = getchar();
  assert(c < '0' || c > '9');
  assert(isOver == (c == EOF));
  return 0;
}
