// PROPERTY: assertions
// VERDICT: violated
// STATUS: 3
// NATIVE: no, where variables lie is the system's business
//
// Addresses as keys of a hash table, handed on as integers: whether two of them fall into
// the same slot is not the program's to know.
#include <assert.h>
#include <stdint.h>

static int a, b;

static unsigned slot(uintptr_t key) {
  return key / sizeof(int) % 8;
}

int main(void) {
  assert(slot((uintptr_t)&a) == slot((uintptr_t)&b)); // VIOLATION
  return 0;
}
