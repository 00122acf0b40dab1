// PROPERTY: assertions
// VERDICT: holds
//
// The lowest bits of an address follow from the type of the object, and hold a mark.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
  int value;
  uintptr_t next;
};

int main(void) {
  struct node first = {1, 0};
  struct node *second = malloc(sizeof *second);
  if (!second)
    return 0;
  second->value = 2;
  assert(((uintptr_t)&first.next & 3) == 0);
  assert((uintptr_t)second % 4 == 0);
  first.next = (uintptr_t)second;
  if (__VERIFIER_nondet_int())
    first.next |= 1;
  if (first.next & 1)
    first.next &= ~(uintptr_t)1;
  assert(((struct node *)first.next)->value == 2);
  free(second);
  return 0;
}
