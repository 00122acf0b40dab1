// PROPERTY: assertions
// VERDICT: holds
//
// memmove of symbolic bytes over themselves, both ways.
#include <assert.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char v[5], w[5];
  for (int i = 0; i < 5; ++i)
    v[i] = w[i] = __VERIFIER_nondet_uchar();
  memmove(v + 1, v, 4);
  assert(v[0] == w[0] && v[1] == w[0] && v[4] == w[3]);
  memmove(v, v + 1, 4);
  assert(memcmp(v, w, 4) == 0 && v[4] == w[3]);
  return 0;
}
