// PROPERTY: assertions
// VERDICT: holds
//
// Differences and order of pointers into one array.
#include <assert.h>
#include <stddef.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  long v[5] = {10, 11, 12, 13, 14};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 5)
    return 0;
  long *at = v + i;
  long *end = v + 5;
  assert(end - at == (ptrdiff_t)(5 - i));
  assert((at < end) == (i < 5));
  if (at != end)
    assert(*at == 10 + (long)i && at[-(int)i] == 10);
  return 0;
}
