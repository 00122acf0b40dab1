// PROPERTY: memory-safety
// VERDICT: violated
// STDIN: abcd
//
// No room for the zero of a word of four letters.
#include <stdio.h>

int main(void) {
  char word[4];
  scanf("%s", word); // VIOLATION
  return 0;
}
