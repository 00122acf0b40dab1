// PROPERTY: assertions
// VERDICT: holds
//
// Everything is written on every way before it is read.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int mode;
  int *flags = malloc(2 * sizeof *flags);
  if (!flags)
    return 0;
  if (__VERIFIER_nondet_int())
    mode = 5;
  else
    mode = 6;
  flags[mode - 5] = mode;
  assert(flags[mode == 6] == mode);
  free(flags);
  return 0;
}
