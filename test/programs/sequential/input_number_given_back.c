// PROPERTY: assertions
// VERDICT: holds
// STDIN: 42
// STATUS: 3
//
// A number begins with the digit that was given back. Numbers of many digits are a gap.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 0;
  int c = getchar();
  if (c < '1' || c > '9')
    return 0;
  ungetc(c, stdin);
  assert(scanf("%3d", &number) == 1 && number > 0 && number < 1000);
  c = getchar();
  if (c < '1' || c > '9')
    return 0;
  ungetc(c, stdin);
  long more = 0;
  assert(scanf("%ld", &more) == 1 && more > 0);
  return 0;
}
