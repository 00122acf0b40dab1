// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int *number = malloc(sizeof *number);
  if (!number)
    return 0;
  *number = 1;
  int done = __VERIFIER_nondet_int();
  if (done)
    free(number);
  int result = *number; // VIOLATION
  if (!done)
    free(number);
  return result;
}
