// PROPERTY: assertions
// VERDICT: holds
//
// No object lies in the last page, so that pointers into it can say what went wrong.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int object = 5;

static void *open(int works) {
  return works ? (void *)&object : (void *)-12L;
}

int main(void) {
  void *handle = open(__VERIFIER_nondet_int());
  if ((unsigned long)handle >= (unsigned long)-4095)
    assert((long)handle == -12);
  else
    assert(*(int *)handle == 5);
  return 0;
}
