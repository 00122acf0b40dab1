// PROPERTY: assertions
// VERDICT: holds
// INPUTS: -5
//
// How many characters a number has.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vprintf(format, list);
  va_end(list);
  return length;
}

int main(void) {
  int number = __VERIFIER_nondet_int();
  int length = say("%d%c\n", number, number);
  assert(length >= 3 && length <= 13);
  assert((length == 3) == (number >= 0 && number <= 9));
  assert(length != 13 || number <= -1000000000);
  assert(printf("%x", number) <= 8);
  return 0;
}
