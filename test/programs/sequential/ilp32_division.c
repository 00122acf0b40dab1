// PROPERTY: assertions
// VERDICT: holds
// DATA-MODEL: ilp32
//
// div() and ldiv() give their results back through memory.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  div_t parts = div(-7, 2);
  ldiv_t more = ldiv(17, 5);
  assert(parts.quot == -3 && parts.rem == -1);
  assert(more.quot == 3 && more.rem == 2);
  return 0;
}
