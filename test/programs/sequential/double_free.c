// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 5
//
// Both the error path and the end free.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char *buffer = malloc(8);
  if (!buffer)
    return 0;
  int result = __VERIFIER_nondet_int();
  if (result == 5)
    free(buffer);
  free(buffer); // VIOLATION
  return 0;
}
