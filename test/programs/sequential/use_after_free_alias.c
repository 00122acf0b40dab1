// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1, 1
//
// Freed through one pointer of an array, used through another.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int *all[3];
  for (int i = 0; i < 3; ++i) {
    all[i] = malloc(sizeof(int));
    if (!all[i])
      return 0;
    *all[i] = i;
  }
  unsigned i = __VERIFIER_nondet_uint();
  unsigned j = __VERIFIER_nondet_uint();
  if (i >= 3 || j >= 3)
    return 0;
  free(all[i]);
  return *all[j]; // VIOLATION
}
