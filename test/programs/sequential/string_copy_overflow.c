// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 4
//
// The name fits, the zero does not.
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char name[8] = "";
  char small[4];
  unsigned length = __VERIFIER_nondet_uint();
  if (length > 4)
    return 0;
  memset(name, 'a', length);
  strcpy(small, name); // VIOLATION
  return 0;
}
