// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1
//
// A small buffer on the stack, a large one on the heap, and one free for both.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char local[4];
  char *buffer = __VERIFIER_nondet_int() ? local : malloc(100);
  if (!buffer)
    return 0;
  buffer[3] = 0;
  free(buffer); // VIOLATION
  return 0;
}
