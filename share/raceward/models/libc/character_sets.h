// Sets of ASCII characters between brackets, in patterns and regular expressions.
#pragma once

#include "model.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

typedef unsigned _BitInt(128) model_characters;

static inline model_characters model_both_cases(model_characters set) {
  for (int c = 'a'; c <= 'z'; ++c) {
    const int upper = c - ('a' - 'A');
    const model_characters has = (set >> c | set >> upper) & 1;
    set |= has << c | has << upper;
  }
  return set;
}

/// Whether a character is of a class with this name; -1 if there is none.
static inline int model_is_of_class(const char *name, size_t length, int c) {
#define CLASS(text, test)                                                                          \
  if (length == sizeof text - 1 && strncmp(name, text, length) == 0)                               \
    return test(c) != 0;
  CLASS("alpha", isalpha)
  CLASS("digit", isdigit)
  CLASS("alnum", isalnum)
  CLASS("upper", isupper)
  CLASS("lower", islower)
  CLASS("space", isspace)
  CLASS("blank", isblank)
  CLASS("punct", ispunct)
  CLASS("print", isprint)
  CLASS("graph", isgraph)
  CLASS("cntrl", iscntrl)
  CLASS("xdigit", isxdigit)
#undef CLASS
  return -1;
}

/// What is behind the opening bracket and a negation; returns what follows the closing one, or null
/// if it is not known what that means.
static inline const char *model_takes_set(const char *at, model_characters *to) {
  model_characters set = 0;
  for (int isFirst = 1; isFirst || *at != ']'; isFirst = 0) {
    if (at[0] == '[' && (at[1] == '=' || at[1] == '.'))
      return NULL;
    if (at[0] == '[' && at[1] == ':') {
      const char *name = at + 2;
      size_t length = 0;
      while (islower((unsigned char)name[length]))
        ++length;
      if (name[length] != ':' || name[length + 1] != ']')
        return NULL;
      for (int c = 0; c < 128; ++c) {
        const int is = model_is_of_class(name, length, c);
        if (is < 0)
          return NULL;
        set |= (model_characters)is << c;
      }
      at = name + length + 2;
      continue;
    }
    const unsigned char first = (unsigned char)*at++;
    unsigned char last = first;
    if (first == 0 || first >= 128)
      return NULL;
    if (at[0] == '-' && at[1] != ']') {
      last = (unsigned char)at[1];
      at += 2;
      if (last < first || last >= 128 || last == '[')
        return NULL;
    }
    for (unsigned c = first; c <= last; ++c)
      set |= (model_characters)1 << c;
  }
  *to = set;
  return at + 1;
}
