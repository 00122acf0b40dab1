// PROPERTY: assertions
// VERDICT: holds
//
// Floating point without inputs.
#include <assert.h>

int main(void) {
  double third = 1.0 / 3;
  float narrow = (float)third;
  assert(third * 3 == 1.0 && narrow != third);
  assert(0.1 + 0.2 != 0.3 && 0.1f + 0.2f == 0.3f);
  assert((int)-2.7 == -2 && (unsigned char)200.9 == 200);
  double sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += 0.1;
  assert(sum < 1.0 && sum > 0.99);
  return 0;
}
