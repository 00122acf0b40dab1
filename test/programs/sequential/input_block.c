// PROPERTY: memory-safety
// VERDICT: violated
// STDIN: abcdef
//
// As many bytes as the array has, and then one of them for the zero.
#include <stdio.h>

int main(void) {
  char block[6];
  size_t length = fread(block, 1, sizeof block, stdin);
  block[length] = 0; // VIOLATION
  return block[0];
}
