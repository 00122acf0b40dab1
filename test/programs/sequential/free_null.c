// PROPERTY: memory-safety
// VERDICT: holds
//
// free(NULL) does nothing, as often as one likes.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char *buffer = __VERIFIER_nondet_int() ? malloc(8) : NULL;
  free(buffer);
  buffer = NULL;
  free(buffer);
  free(buffer);
  return 0;
}
