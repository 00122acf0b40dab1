// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 0
//
// The address of a member of nothing is not null.
#include <stddef.h>

int __VERIFIER_nondet_int(void);

struct Pair {
  int first;
  int second;
};

int main(void) {
  struct Pair pair = {1, 2};
  struct Pair *pointer = __VERIFIER_nondet_int() ? &pair : NULL;
  int *second = (int *)((char *)pointer + offsetof(struct Pair, second));
  if (!second)
    return 0;
  return *second; // VIOLATION
}
