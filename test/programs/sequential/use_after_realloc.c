// PROPERTY: memory-safety
// VERDICT: violated
//
// After realloc the old pointer is dead, even if the memory did not move.
#include <stdlib.h>

int main(void) {
  int *small = malloc(sizeof *small);
  if (!small)
    return 0;
  *small = 7;
  int *large = realloc(small, 100 * sizeof *large);
  if (!large)
    return 0;
  large[99] = 1;
  *small = 8; // VIOLATION
  free(large);
  return 0;
}
