// PROPERTY: assertions
// VERDICT: holds
//
// Variadic functions: numbers of several types, a list that is handed on and copied.
#include <assert.h>
#include <stdarg.h>

int __VERIFIER_nondet_int(void);

static long long sumOf(const char *types, va_list list) {
  long long sum = 0;
  for (; *types; ++types)
    sum += *types == 'l' ? va_arg(list, long long)
           : *types == 'd' ? (long long)va_arg(list, double)
                           : va_arg(list, int);
  return sum;
}

static long long twice(const char *types, ...) {
  va_list list, again;
  va_start(list, types);
  va_copy(again, list);
  long long sum = sumOf(types, list) + sumOf(types, again);
  va_end(again);
  va_end(list);
  return sum;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(twice("") == 0);
  assert(twice("ildc", x, 10000000000LL, 2.5, 'a') == 2 * (x + 10000000000LL + 2 + 'a'));
  assert(twice("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 110);
  return 0;
}
