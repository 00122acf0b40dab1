// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 4, 3, 2, 1
//
// sort_bubble.c with one pass too few.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = __VERIFIER_nondet_uchar();
  for (int end = 3; end > 1; --end)
    for (int i = 0; i < end; ++i)
      if (v[i] > v[i + 1]) {
        unsigned char t = v[i];
        v[i] = v[i + 1];
        v[i + 1] = t;
      }
  assert(v[0] <= v[1]); // VIOLATION
  return 0;
}
