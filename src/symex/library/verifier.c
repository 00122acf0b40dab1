// Inputs that fill memory.
#include "library.h"

void __VERIFIER_nondet_memory(void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    ((unsigned char *)memory)[i] = __VERIFIER_nondet_uchar();
}

void raceward_guess_bytes(void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    ((unsigned char *)memory)[i] = raceward_guess_uchar();
}

void raceward_any_bytes(void *memory, size_t bytes) {
  __VERIFIER_nondet_memory(memory, bytes);
}
