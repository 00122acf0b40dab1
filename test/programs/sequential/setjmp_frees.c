// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1
//
// The error path jumps back to code that frees again.
#include <setjmp.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static jmp_buf back;
static char *buffer;

static void work(void) {
  buffer[0] = 1;
  if (__VERIFIER_nondet_int()) {
    free(buffer);
    longjmp(back, 1);
  }
}

int main(void) {
  buffer = malloc(2);
  if (!buffer)
    return 0;
  if (setjmp(back) == 0)
    work();
  free(buffer); // VIOLATION
  return 0;
}
