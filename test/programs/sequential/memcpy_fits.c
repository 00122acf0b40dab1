// PROPERTY: memory-safety
// VERDICT: holds
//
// memcpy_length.c with the smaller of both.
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char packet[8] = "payload";
  char buffer[4] = "";
  unsigned length = __VERIFIER_nondet_uint();
  if (length > sizeof packet)
    return 0;
  if (length > sizeof buffer)
    length = sizeof buffer;
  memcpy(buffer, packet, length);
  memset(buffer + length, 0, sizeof buffer - length);
  return buffer[3];
}
