// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 9
//
// A search that finds nothing.
#include <stddef.h>

int __VERIFIER_nondet_int(void);

static int numbers[3] = {1, 2, 3};

static int *find(int wanted) {
  for (int i = 0; i < 3; ++i)
    if (numbers[i] == wanted)
      return &numbers[i];
  return NULL;
}

int main(void) {
  int *found = find(__VERIFIER_nondet_int());
  *found = 0; // VIOLATION
  return 0;
}
