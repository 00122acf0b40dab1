// PROPERTY: memory-safety
// VERDICT: violated
// NATIVE: no, the sanitizer gives one byte
//
// Memory of no bytes may not be touched.
#include <stdlib.h>

int main(void) {
  char *nothing = malloc(0);
  if (!nothing)
    return 0;
  nothing[0] = 1; // VIOLATION
  free(nothing);
  return 0;
}
