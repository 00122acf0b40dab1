// PROPERTY: assertions
// VERDICT: holds
//
// Within one object the order of addresses is that of the indices.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int table[10] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 10)
    return 0;
  assert(&table[i] >= table && &table[i] < table + 10);
  return 0;
}
