// A password check: unknown text against a few known words, without regard to case.
#include "input.h"

enum { LENGTH = 8, WORDS = 4 };

static const char words[WORDS][LENGTH + 1] = {"open", "opensesa", "operator", "Admin"};

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static int compare(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) {
    a++;
    b++;
  }
  return lower(*a) - lower(*b);
}

int main(void) {
  char text[LENGTH + 1];
  for (int i = 0; i < LENGTH; i++)
    text[i] = (char)__VERIFIER_nondet_uchar();
  text[LENGTH] = 0;
  int matches = 0;
  for (int i = 0; i < WORDS; i++) {
    if (compare(text, words[i]) == 0)
      matches++;
  }
  check(matches <= 1);
  return matches;
}
