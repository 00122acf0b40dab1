// PROPERTY: memory-safety
// VERDICT: holds
//
// && does not look at its right side.
#include <stddef.h>

int __VERIFIER_nondet_int(void);

struct Node {
  struct Node *next;
  int number;
};

int main(void) {
  struct Node second = {NULL, 2};
  struct Node first = {__VERIFIER_nondet_int() ? &second : NULL, 1};
  if (first.next && first.next->number == 2 && !first.next->next)
    return 1;
  return first.next != NULL || first.number == 1 ? 0 : second.number;
}
