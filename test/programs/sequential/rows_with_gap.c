// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 2, 1
//
// Rows on the heap, of different lengths.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int *rows[3];
  for (int i = 0; i < 3; ++i) {
    rows[i] = calloc(3 - i, sizeof(int));
    if (!rows[i])
      return 0;
  }
  unsigned row = __VERIFIER_nondet_uint();
  unsigned column = __VERIFIER_nondet_uint();
  if (row >= 3 || column >= 2)
    return 0;
  return rows[row][column]; // VIOLATION
}
