// String parsing: blanks, a sign, a prefix for the base, digits, overflow.
#include "input.h"

enum { LENGTH = 5 };

static int digit(char c, int base) {
  int value = -1;
  if (c >= '0' && c <= '9')
    value = c - '0';
  else if (c >= 'a' && c <= 'f')
    value = c - 'a' + 10;
  else if (c >= 'A' && c <= 'F')
    value = c - 'A' + 10;
  return value < base ? value : -1;
}

static int parse(const char *text, int *result) {
  int negative = 0, base = 10, value = 0, digits = 0;
  while (*text == ' ' || *text == '\t')
    text++;
  if (*text == '-' || *text == '+') {
    negative = *text == '-';
    text++;
  }
  if (text[0] == '0' && text[1] == 'x') {
    base = 16;
    text += 2;
  } else if (text[0] == '0' && text[1] == 'b') {
    base = 2;
    text += 2;
  }
  for (; *text; text++) {
    int d = digit(*text, base);
    if (d < 0)
      return 0;
    value = value * base + d;
    if (value > 9999)
      return 0;
    digits++;
  }
  *result = negative ? -value : value;
  return digits > 0;
}

int main(void) {
  char text[LENGTH + 1];
  for (int i = 0; i < LENGTH; i++)
    text[i] = (char)__VERIFIER_nondet_uchar();
  text[LENGTH] = 0;
  int value = 0;
  if (!parse(text, &value))
    return 1;
  check(value >= -9999 && value <= 9999);
  return 0;
}
