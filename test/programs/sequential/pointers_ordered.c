// PROPERTY: assertions
// VERDICT: violated
// STATUS: 3
// NATIVE: no, where variables lie is the system's business
//
// Which of two variables comes first is not the program's to know: no answer.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int a, b, c;

int main(void) {
  int *p = __VERIFIER_nondet_int() ? &a : &b;
  int *q = &c;
  if (p < q)
    assert(q > p);
  else
    assert(p != &a); // VIOLATION
  return 0;
}
