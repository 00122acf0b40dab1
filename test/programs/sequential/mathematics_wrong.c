// PROPERTY: assertions
// VERDICT: violated
// FLAGS: -fno-builtin
//
// Ten tenths are not one.
#include <assert.h>
#include <math.h>

int main(void) {
  double sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += 0.1;
  assert(floor(sum) == 1); // VIOLATION
  return 0;
}
