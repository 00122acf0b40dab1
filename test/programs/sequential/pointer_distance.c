// PROPERTY: assertions
// VERDICT: violated
// STATUS: 3
// NATIVE: no, where variables lie is the system's business
//
// How far two objects lie apart is the system's business.
#include <assert.h>
#include <stdint.h>

static int a[4], b[4];

static uintptr_t distance(const int *from, const int *to) {
  return (uintptr_t)to - (uintptr_t)from;
}

int main(void) {
  assert(distance(a, b) > 64); // VIOLATION
  return 0;
}
