// PROPERTY: assertions
// VERDICT: holds
//
// Writing one bit-field leaves its neighbours alone.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

struct Flags {
  unsigned low : 3;
  unsigned middle : 7;
  signed high : 5;
};

int main(void) {
  struct Flags flags;
  flags.low = 5;
  flags.high = -2;
  flags.middle = __VERIFIER_nondet_uint();
  assert(flags.low == 5 && flags.high == -2);
  flags.high = 15;
  flags.middle = ~flags.middle;
  assert(flags.low == 5 && flags.high == 15 && flags.middle < 128);
  return 0;
}
