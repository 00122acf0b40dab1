// PROPERTY: assertions
// VERDICT: violated
// NATIVE: no, the memory may happen to be zero
//
// malloc gives memory with any content, calloc does not.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned char *zeroed = calloc(4, 1);
  unsigned char *any = malloc(4);
  if (!zeroed || !any)
    return 0;
  assert(zeroed[3] == 0);
  assert(any[3] == 0); // VIOLATION
  return 0;
}
