// PROPERTY: assertions
// VERDICT: holds
//
// Four inputs, sorted, and nothing gets lost.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char v[4];
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += v[i] = __VERIFIER_nondet_uchar();
  for (int end = 3; end > 0; --end)
    for (int i = 0; i < end; ++i)
      if (v[i] > v[i + 1]) {
        unsigned char t = v[i];
        v[i] = v[i + 1];
        v[i + 1] = t;
      }
  assert(v[0] <= v[1] && v[1] <= v[2] && v[2] <= v[3]);
  assert(v[0] + v[1] + v[2] + v[3] == sum);
  return 0;
}
