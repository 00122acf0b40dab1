// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 65536
//
// The check is on an int, the use on a short.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int length = __VERIFIER_nondet_int();
  if (length <= 0)
    return 0;
  unsigned short stored = (unsigned short)length;
  assert(stored > 0); // VIOLATION
  return 0;
}
