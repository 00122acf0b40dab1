// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 16
//
// An address out of thin air.
#include <stdint.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long address = __VERIFIER_nondet_ulong();
  return *(volatile char *)(uintptr_t)address; // VIOLATION
}
