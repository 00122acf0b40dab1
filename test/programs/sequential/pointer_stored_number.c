// PROPERTY: assertions
// VERDICT: violated
// STATUS: 3
// NATIVE: no, where variables lie is the system's business
//
// The number behind an address, kept in a structure and looked at later.
#include <assert.h>
#include <stdint.h>

static struct {
  uintptr_t start;
} area;
static char bytes[100];

int main(void) {
  area.start = (uintptr_t)bytes;
  assert(area.start >> 4 << 4 == area.start); // VIOLATION
  return 0;
}
