// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 6
//
// The length is checked against the source, and not against the target.
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char packet[8] = "payload";
  char buffer[4];
  unsigned length = __VERIFIER_nondet_uint();
  if (length > sizeof packet)
    return 0;
  memcpy(buffer, packet, length); // VIOLATION
  return 0;
}
