// PROPERTY: assertions
// VERDICT: violated
// STATUS: 3
// NATIVE: no, where variables lie is the system's business
//
// A buffer may begin anywhere, not only at the beginning of a page: no answer.
#include <assert.h>
#include <stdint.h>

static char buffer[64];

int main(void) {
  uintptr_t address = (uintptr_t)buffer;
  assert((address & 0xFFF) == 0); // VIOLATION
  return 0;
}
