// Copies of strings.
#include "library.h"

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    ++i;
  return to + i;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

/// Writes all of `bytes`: zeroes after the end of the string, or no zero at all.
char *stpncpy(char *to, const char *from, size_t bytes) {
  size_t i = 0;
  for (; i < bytes && from[i] != 0; ++i)
    to[i] = from[i];
  memset(to + i, 0, bytes - i);
  return to + i;
}

char *strncpy(char *to, const char *from, size_t bytes) {
  stpncpy(to, from, bytes);
  return to;
}

char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t most) {
  char *end = to + strlen(to);
  size_t i = 0;
  for (; i < most && from[i] != 0; ++i)
    end[i] = from[i];
  end[i] = 0;
  return to;
}

char *strndup(const char *text, size_t most) {
  const size_t length = strnlen(text, most);
  char *copy = malloc(length + 1);
  if (copy == NULL)
    return NULL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char *strdup(const char *text) {
  const size_t bytes = strlen(text) + 1;
  char *copy = malloc(bytes);
  return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

// Names in older headers of glibc.
char *__strdup(const char *text) {
  return strdup(text);
}

char *__strndup(const char *text, size_t most) {
  return strndup(text, most);
}
