// Nested branches: 2^N paths through conditions that share no input.
#include "input.h"

enum { N = 15 };

int main(void) {
  int sum = 0;
  for (int i = 0; i < N; i++) {
    int x = __VERIFIER_nondet_int();
    if (x > 10 * i)
      sum += i;
    else
      sum -= 1;
  }
  check(sum >= -N);
  return sum & 1;
}
