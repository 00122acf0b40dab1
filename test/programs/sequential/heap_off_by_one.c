// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 3
//
// The classic: <= instead of <.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count == 0 || count > 4)
    return 0;
  int *numbers = malloc(count * sizeof *numbers);
  if (!numbers)
    return 0;
  for (unsigned i = 0; i <= count; ++i)
    numbers[i] = 0; // VIOLATION
  free(numbers);
  return 0;
}
