// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 2
//
// The room for the numbers is forgotten when there are two.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct List {
  unsigned count;
  int numbers[];
};

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 3)
    return 0;
  struct List *list = malloc(sizeof *list + (count == 2 ? 1 : count) * sizeof(int));
  if (!list)
    return 0;
  list->count = count;
  for (unsigned i = 0; i < list->count; ++i)
    list->numbers[i] = 0; // VIOLATION
  free(list);
  return 0;
}
