// PROPERTY: assertions
// VERDICT: holds
//
// A number out of range is the nearest one, and errno says so.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
  char *end;
  errno = 0;
  assert(strtoll("9223372036854775808 rest", &end, 10) == LLONG_MAX);
  assert(errno == ERANGE && *end == ' ');
  errno = 0;
  assert(strtoull("-1", &end, 0) == ULLONG_MAX && errno == 0);
  assert(strtol("0x7fz", &end, 0) == 127 && *end == 'z');
  return 0;
}
