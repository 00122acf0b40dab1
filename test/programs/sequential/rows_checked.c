// PROPERTY: memory-safety
// VERDICT: holds
//
// rows_with_gap.c with the lengths taken into account.
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
  if (row >= 3 || column >= 3 - row)
    return 0;
  rows[row][column] = 1;
  return rows[0][2];
}
