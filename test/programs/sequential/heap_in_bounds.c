// PROPERTY: memory-safety
// VERDICT: holds
//
// heap_off_by_one.c, right.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count == 0 || count > 4)
    return 0;
  int *numbers = malloc(count * sizeof *numbers);
  if (!numbers)
    return 0;
  for (unsigned i = 0; i < count; ++i)
    numbers[i] = 0;
  free(numbers);
  return 0;
}
