// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 0
//
// longjmp with 0 arrives as 1.
#include <assert.h>
#include <setjmp.h>

int __VERIFIER_nondet_int(void);

static jmp_buf back;

int main(void) {
  static int code;
  static int jumped;
  code = __VERIFIER_nondet_int();
  int got = setjmp(back);
  if (!jumped) {
    jumped = 1;
    longjmp(back, code);
  }
  assert(got == code); // VIOLATION
  return 0;
}
