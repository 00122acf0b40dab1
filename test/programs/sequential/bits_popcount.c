// PROPERTY: assertions
// VERDICT: holds
//
// Two ways to count bits.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int one = 0;
  for (int i = 0; i < 8; ++i)
    one += (x >> i) & 1;
  int other = x;
  other = (other & 0x55) + ((other >> 1) & 0x55);
  other = (other & 0x33) + ((other >> 2) & 0x33);
  other = (other & 0x0f) + (other >> 4);
  assert(one == other);
  return 0;
}
