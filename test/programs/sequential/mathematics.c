// PROPERTY: assertions
// VERDICT: holds
// FLAGS: -fno-builtin
//
// Functions of <math.h> with constant arguments, as functions: no builtins.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
  volatile double four = 4, half = 0.5, none = -1;
  volatile float quarter = 0.25f;
  double whole;
  int power;
  assert(sqrt(four) == 2 && sqrtf(quarter) == 0.5f && sqrtl((long double)four) == 2);
  assert(sin(0 * four) == 0 && cos(0 * four) == 1 && exp(0 * four) == 1 && log(1 + 0 * four) == 0);
  assert(pow(four, 3) == 64 && pow(four, half) == 2 && hypot(3, four) == 5);
  assert(floor(-half) == -1 && ceil(half) == 1 && trunc(-half) == 0 && round(half) == 1);
  assert(fmod(four + half, 2) == half && fabs(none) == 1 && fmax(four, half) == 4);
  assert(lround(half) == 1 && llround(-four) == -4 && lrint(half) == 0);
  assert(ldexp(half, 4) == 8 && frexp(four, &power) == 0.5 && power == 3);
  assert(modf(four + half, &whole) == 0.5 && whole == 4);
  errno = 0;
  double wrong = sqrt(none);
  assert(wrong != wrong && errno == EDOM);
  return 0;
}
