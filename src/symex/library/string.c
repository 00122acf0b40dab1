// Lengths and comparisons of strings.
#include "library.h"

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != 0)
    ++length;
  return length;
}

size_t strnlen(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0)
    ++length;
  return length;
}

/// Tests whether `b` ends, not `a`: the second argument is a constant more often.
int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] == b[i] && b[i] != 0)
    ++i;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most; ++i)
    if (a[i] != b[i] || b[i] == 0)
      return (unsigned char)a[i] - (unsigned char)b[i];
  return 0;
}

/// For the C locale, the default of a program.
int strcoll(const char *a, const char *b) {
  return strcmp(a, b);
}

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (tolower((unsigned char)a[i]) == tolower((unsigned char)b[i]) && b[i] != 0)
    ++i;
  return tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]);
}

int strncasecmp(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    const int difference = tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]);
    if (difference != 0 || b[i] == 0)
      return difference;
  }
  return 0;
}

size_t raceward_reads_text(const char *text) {
  return strlen(text);
}
