// PROPERTY: assertions
// VERDICT: holds
//
// sscanf() of a constant text: numbers in several notations, sets, positions, floats.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int a, b, c, end;
  long long d;
  char word[8], set[8];
  double x;
  assert(sscanf("12 0x1f 017 -9000000000", "%d %i %i %lld", &a, &b, &c, &d) == 4);
  assert(a == 12 && b == 31 && c == 15 && d == -9000000000LL);
  assert(sscanf("key=value;1.25", "%*[^=]=%7[a-z];%lf%n", set, &x, &end) == 2);
  assert(strcmp(set, "value") == 0 && x == 1.25 && end == 14);
  assert(sscanf("  ab c", "%s%c", word, set) == 2 && strcmp(word, "ab") == 0 && set[0] == ' ');
  assert(sscanf("", "%d", &a) == EOF && sscanf("z", "%d", &a) == 0 && a == 12);
  return 0;
}
