// PROPERTY: assertions
// VERDICT: holds
//
// A small number on its way through a pointer is no address: all may be done with it.
#include <assert.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);

static int twice(void *argument) {
  int number = (int)(intptr_t)argument;
  if ((intptr_t)argument < 10 && (uintptr_t)argument % 2 == 1)
    return (int)((intptr_t)argument * 2);
  return 2 * number;
}

int main(void) {
  int number = __VERIFIER_nondet_int();
  if (number < 0 || number > 100)
    return 0;
  assert(twice((void *)(intptr_t)number) == 2 * number);
  assert(twice((void *)(intptr_t)7) == 14);
  return 0;
}
