// PROPERTY: memory-safety
// VERDICT: holds
// STDIN: abcdef
//
// A width leaves room for the zero.
#include <stdio.h>

int main(void) {
  char word[4] = "";
  char sign[2] = "";
  if (scanf("%3s%1[+-]", word, sign) < 1)
    return 0;
  return word[3] + sign[1];
}
