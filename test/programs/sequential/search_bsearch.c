// PROPERTY: assertions
// VERDICT: holds
//
// bsearch finds a symbolic key exactly if it is there.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static const int primes[6] = {2, 3, 5, 7, 11, 13};

static int byValue(const void *a, const void *b) {
  int x = *(const int *)a;
  int y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int key = __VERIFIER_nondet_int();
  const int *found = bsearch(&key, primes, 6, sizeof primes[0], byValue);
  int isThere = 0;
  for (int i = 0; i < 6; ++i)
    isThere |= primes[i] == key;
  assert((found != NULL) == isThere);
  if (found)
    assert(*found == key && found >= primes && found < primes + 6);
  return 0;
}
