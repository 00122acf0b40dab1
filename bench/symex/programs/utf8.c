// A state machine over unknown bytes: is this UTF-8, and how many characters?
#include "input.h"

enum { LENGTH = 6 };

static int characters(const unsigned char *text, int length) {
  int count = 0, missing = 0;
  unsigned low = 0x80, high = 0xBF;
  for (int i = 0; i < length; i++) {
    unsigned char c = text[i];
    if (missing > 0) {
      if (c < low || c > high)
        return -1;
      low = 0x80;
      high = 0xBF;
      missing--;
      continue;
    }
    count++;
    if (c < 0x80)
      continue;
    if (c < 0xC2 || c > 0xF4)
      return -1;
    if (c < 0xE0) {
      missing = 1;
    } else if (c < 0xF0) {
      missing = 2;
      if (c == 0xE0)
        low = 0xA0;
      if (c == 0xED)
        high = 0x9F;
    } else {
      missing = 3;
      if (c == 0xF0)
        low = 0x90;
      if (c == 0xF4)
        high = 0x8F;
    }
  }
  return missing ? -1 : count;
}

int main(void) {
  unsigned char text[LENGTH];
  for (int i = 0; i < LENGTH; i++)
    text[i] = __VERIFIER_nondet_uchar();
  int count = characters(text, LENGTH);
  check(count <= LENGTH);
  return count < 0;
}
