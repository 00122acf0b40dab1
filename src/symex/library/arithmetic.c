// Integers. Overflow wraps, as everywhere in the machine.
#include "library.h"

int abs(int number) {
  const int sign = -(number < 0);
  return (number ^ sign) - sign;
}
long labs(long number) {
  const long sign = -(long)(number < 0);
  return (number ^ sign) - sign;
}
long long llabs(long long number) {
  const long long sign = -(long long)(number < 0);
  return (number ^ sign) - sign;
}
intmax_t imaxabs(intmax_t number) {
  return llabs(number);
}

typedef struct {
  int quot;
  int rem;
} div_t;
typedef struct {
  long quot;
  long rem;
} ldiv_t;
typedef struct {
  long long quot;
  long long rem;
} lldiv_t;

div_t div(int dividend, int divisor) {
  return (div_t){dividend / divisor, dividend % divisor};
}
ldiv_t ldiv(long dividend, long divisor) {
  return (ldiv_t){dividend / divisor, dividend % divisor};
}
lldiv_t lldiv(long long dividend, long long divisor) {
  return (lldiv_t){dividend / divisor, dividend % divisor};
}

/// The number of the lowest set bit, from 1. Each of these tests gives one binary digit of it.
int ffsll(long long number) {
  const unsigned long long bits = (unsigned long long)number;
  const unsigned long long lowest = bits & (0 - bits);
  const int index =
      ((lowest & 0xaaaaaaaaaaaaaaaa) != 0) | (((lowest & 0xcccccccccccccccc) != 0) << 1) |
      (((lowest & 0xf0f0f0f0f0f0f0f0) != 0) << 2) | (((lowest & 0xff00ff00ff00ff00) != 0) << 3) |
      (((lowest & 0xffff0000ffff0000) != 0) << 4) | (((lowest & 0xffffffff00000000) != 0) << 5);
  return (index + 1) & -(bits != 0);
}
int ffsl(long number) {
  return ffsll(number);
}
int ffs(int number) {
  return ffsll(number);
}
