// PROPERTY: memory-safety
// VERDICT: holds
// STDIN: 3 4
//
// Two numbers as an index, after a check.
#include <stdio.h>

int main(void) {
  int table[8] = {0};
  int index, value;
  if (scanf("%d %d", &index, &value) != 2)
    return 0;
  if (index < 0 || index >= 8)
    return 1;
  table[index] = value;
  return table[7 - index];
}
