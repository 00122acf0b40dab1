// PROPERTY: memory-safety
// VERDICT: violated
// STATUS: 3
// NATIVE: no, where objects lie is the system's business
//
// Rounding an address up leads out of the object unless it was round before: no answer.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *buffer = malloc(64);
  if (!buffer)
    return 0;
  char *line = (char *)(((uintptr_t)buffer + 63) & ~(uintptr_t)63);
  line[0] = 0;
  line[32] = 0; // VIOLATION
  free(buffer);
  return 0;
}
