// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1
//
// Only the beginning of an object can be freed.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char *buffer = malloc(4);
  unsigned skip = __VERIFIER_nondet_uint();
  if (!buffer || skip > 3)
    return 0;
  char *at = buffer + skip;
  *at = 0;
  free(at); // VIOLATION
  return 0;
}
