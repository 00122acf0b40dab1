// PROPERTY: assertions
// VERDICT: holds
//
// strtod() and its family on constant text.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  const char *text = " 2.5e1x";
  char *end;
  assert(strtod(text, &end) == 25 && end == text + 6);
  assert(strtof("0.125", NULL) == 0.125f && strtold("-1", &end) == -1 && atof("1e2") == 100);
  assert(strtod("no", &end) == 0 && *end == 'n');
  errno = 0;
  assert(strtod("1e999", NULL) > 1e300 && errno == ERANGE);
  return 0;
}
