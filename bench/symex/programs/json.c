// A validator of nested lists, names and numbers, with an explicit stack of brackets.
#include "input.h"

enum { LENGTH = 7, DEPTH = 4 };

static int blank(char c) {
  return c == ' ' || c == '\n';
}

static int valid(const char *text) {
  char open[DEPTH];
  int depth = 0, wantsValue = 1;
  for (; *text; text++) {
    char c = *text;
    if (blank(c))
      continue;
    if (wantsValue) {
      if (c == '[') {
        if (depth == DEPTH)
          return 0;
        open[depth++] = c;
      } else if (c == '"') {
        do {
          text++;
          if (!*text)
            return 0;
        } while (*text != '"');
        wantsValue = 0;
      } else if (c >= '0' && c <= '9') {
        while (text[1] >= '0' && text[1] <= '9')
          text++;
        wantsValue = 0;
      } else {
        return 0;
      }
    } else if (c == ',') {
      if (depth == 0)
        return 0;
      wantsValue = 1;
    } else if (c == ']') {
      if (depth == 0 || open[--depth] != '[')
        return 0;
    } else {
      return 0;
    }
  }
  return depth == 0 && !wantsValue;
}

int main(void) {
  char text[LENGTH + 1];
  for (int i = 0; i < LENGTH; i++)
    text[i] = (char)__VERIFIER_nondet_uchar();
  text[LENGTH] = 0;
  return valid(text);
}
