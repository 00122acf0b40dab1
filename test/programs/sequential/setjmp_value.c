// PROPERTY: assertions
// VERDICT: holds
//
// A jump out of two calls; variables in memory keep their last value.
#include <assert.h>
#include <setjmp.h>

int __VERIFIER_nondet_int(void);

static jmp_buf back;

static void inner(int code) {
  if (code > 0)
    longjmp(back, code);
}

static void outer(int code) {
  inner(code);
}

int main(void) {
  int code = __VERIFIER_nondet_int();
  volatile int steps = 0;
  int got = setjmp(back);
  if (got == 0) {
    steps = 1;
    outer(code);
    assert(code <= 0);
    steps = 2;
  }
  assert(got > 0 ? got == code && steps == 1 : steps == 2);
  return 0;
}
