// PROPERTY: assertions
// VERDICT: holds
//
// A pointer through an integer and back, with a tag in its lowest bit.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int *number = malloc(sizeof *number);
  if (!number)
    return 0;
  *number = 42;
  uintptr_t tagged = (uintptr_t)number | (__VERIFIER_nondet_int() ? 1u : 0u);
  int *again = (int *)(tagged & ~(uintptr_t)1);
  assert(again == number && *again == 42);
  free(again);
  return 0;
}
