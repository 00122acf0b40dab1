// PROPERTY: assertions
// VERDICT: holds
//
// rand() is never negative, so that the remainder is in range.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(7);
  int dice = rand() % 6 + 1;
  assert(dice >= 1 && dice <= 6);
  return 0;
}
