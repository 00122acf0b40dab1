// PROPERTY: memory-safety
// VERDICT: holds
//
// An array that grows as it is filled.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 5)
    return 0;
  unsigned room = 1;
  int *numbers = malloc(room * sizeof *numbers);
  if (!numbers)
    return 0;
  for (unsigned i = 0; i < count; ++i) {
    if (i == room) {
      room *= 2;
      int *larger = realloc(numbers, room * sizeof *numbers);
      if (!larger)
        break;
      numbers = larger;
    }
    numbers[i] = (int)i;
  }
  free(numbers);
  return 0;
}
