// Searches in strings.
#include "library.h"

char *strchr(const char *text, int wanted) {
  for (;; ++text) {
    if (*text == (char)wanted)
      return (char *)text;
    if (*text == 0)
      return NULL;
  }
}

char *strchrnul(const char *text, int wanted) {
  while (!((*text == (char)wanted) | (*text == 0)))
    ++text;
  return (char *)text;
}

char *strrchr(const char *text, int wanted) {
  const char *last = NULL;
  for (;; ++text) {
    if (*text == (char)wanted)
      last = text;
    if (*text == 0)
      return (char *)last;
  }
}

char *index(const char *text, int wanted) {
  return strchr(text, wanted);
}

char *rindex(const char *text, int wanted) {
  return strrchr(text, wanted);
}

char *strstr(const char *text, const char *part) {
  for (;; ++text) {
    size_t i = 0;
    while (part[i] != 0 && text[i] == part[i])
      ++i;
    if (part[i] == 0)
      return (char *)text;
    if (text[i] == 0) // a shorter rest cannot hold it
      return NULL;
  }
}

char *strcasestr(const char *text, const char *part) {
  for (;; ++text) {
    size_t i = 0;
    while (part[i] != 0 && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
      ++i;
    if (part[i] == 0)
      return (char *)text;
    if (text[i] == 0)
      return NULL;
  }
}

/// A single test for the whole set, not one for each of its characters.
static int __raceward_is_in(const char *set, char c) {
  int found = 0;
  for (; *set != 0; ++set)
    found |= *set == c;
  return found;
}

size_t strspn(const char *text, const char *accepted) {
  size_t length = 0;
  while (__raceward_is_in(accepted, text[length])) // never the terminating zero
    ++length;
  return length;
}

size_t strcspn(const char *text, const char *refused) {
  size_t length = 0;
  while (!((text[length] == 0) | __raceward_is_in(refused, text[length])))
    ++length;
  return length;
}

char *strpbrk(const char *text, const char *wanted) {
  text += strcspn(text, wanted);
  return *text == 0 ? NULL : (char *)text;
}
