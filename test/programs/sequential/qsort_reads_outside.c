// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1
//
// An element is an index into a table, and one of them is wrong.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static const int weights[3] = {5, 1, 3};

static int byWeight(const void *a, const void *b) {
  return weights[*(const int *)a] - weights[*(const int *)b]; // VIOLATION
}

int main(void) {
  int order[3] = {0, 1, 2};
  if (__VERIFIER_nondet_int() == 1)
    order[1] = 3;
  qsort(order, 3, sizeof order[0], byWeight);
  return order[0];
}
