// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1073741825, 2
//
// The size of the array wraps to 4 bytes, the index is checked against the count.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  unsigned index = __VERIFIER_nondet_uint();
  if (count == 0 || count * 4 == 0 || count * 4 > 16 || index > 8)
    return 0;
  int *numbers = malloc(count * 4);
  if (!numbers)
    return 0;
  if (index < count)
    numbers[index] = 1; // VIOLATION
  free(numbers);
  return 0;
}
