// PROPERTY: memory-safety
// VERDICT: violated
//
// The access begins inside of the object and ends outside.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = calloc(6, 1);
  if (!bytes)
    return 0;
  int number;
  memcpy(&number, bytes + 2, sizeof number);
  memcpy(&number, bytes + 3, sizeof number); // VIOLATION
  free(bytes);
  return number;
}
