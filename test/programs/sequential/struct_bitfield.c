// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 8
//
// Three bits hold less than four.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

struct Flags {
  unsigned low : 3;
  unsigned middle : 7;
  signed high : 5;
};

int main(void) {
  struct Flags flags = {1, 100, -3};
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 15)
    return 0;
  flags.low = x;
  if (flags.middle == 100 && flags.high == -3)
    assert(flags.low == x); // VIOLATION
  return 0;
}
