// PROPERTY: memory-safety
// VERDICT: violated
//
// strncpy leaves out the zero when there is no room for it.
#include <string.h>

int main(void) {
  char name[4];
  strncpy(name, "ann", sizeof name);
  size_t length = strlen(name);
  strncpy(name, "anna", sizeof name);
  length += strlen(name); // VIOLATION
  return (int)length;
}
