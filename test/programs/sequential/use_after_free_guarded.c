// PROPERTY: memory-safety
// VERDICT: holds
//
// use_after_free.c with a pointer that forgets.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int *number = malloc(sizeof *number);
  if (!number)
    return 0;
  *number = 1;
  if (__VERIFIER_nondet_int()) {
    free(number);
    number = NULL;
  }
  int result = number ? *number : 0;
  free(number);
  return result;
}
