// Formats of printf, for functions that print in ways that the machine does not execute itself:
// warn(), error(), wprintf().
#pragma once

#include "model.h"

#include <stdint.h>
#include <wchar.h>

/// A text of bytes or of wide characters.
struct model_format {
  const void *text;
  int is_wide;
  size_t at;
};

/// One conversion: %[flags][width][.precision][length]kind
struct model_conversion {
  char flags[8];
  int width;     ///< 0: none
  int precision; ///< -1: none
  int length;    ///< 'h', 'H' (hh), 'l', 'L' (ll, or long double), 'j', 'z', 't' or 0
  int kind;
};

static inline int model_look(const struct model_format *format) {
  return format->is_wide ? ((const wchar_t *)format->text)[format->at]
                         : ((const unsigned char *)format->text)[format->at];
}
static inline int model_next(struct model_format *format) {
  const int c = model_look(format);
  ++format->at;
  return c;
}
static inline int model_is_flag(int c) {
  return c == '-' || c == '+' || c == ' ' || c == '#' || c == '0' || c == '\'' || c == 'I';
}

static inline int model_digits(struct model_format *format) {
  int number = 0;
  while (model_look(format) >= '0' && model_look(format) <= '9')
    number = number * 10 + (model_next(format) - '0');
  return number;
}

/// A number in the format, or an argument if there is a `*`.
static inline int model_size(struct model_format *format, va_list list) {
  if (model_look(format) != '*')
    return model_digits(format);
  ++format->at;
  return va_arg(list, int);
}

/// The length and the kind, after flags, width and precision.
static inline void model_kind_at(struct model_format *format, struct model_conversion *found) {
  found->length = 0;
  for (;;) {
    const int c = model_look(format);
    if (c == 'l' || c == 'q' || c == 'L')
      found->length = c != 'l' || found->length == 'l' ? 'L' : 'l';
    else if (c == 'h')
      found->length = found->length == 'h' ? 'H' : 'h';
    else if (c == 'j' || c == 'z' || c == 'Z' || c == 't')
      found->length = c == 'Z' ? 'z' : c;
    else
      break;
    ++format->at;
  }
  found->kind = model_next(format);
  if (found->kind == 'S' || found->kind == 'C') {
    found->kind += 'a' - 'A';
    found->length = 'l';
  }
}

/// Reads the conversion after a `%`.
static inline void model_conversion_at(struct model_format *format, struct model_conversion *found,
                                       va_list list) {
  unsigned flags = 0;
  while (model_is_flag(model_look(format)) && flags < sizeof found->flags - 1)
    found->flags[flags++] = (char)model_next(format);
  found->flags[flags] = 0;
  found->width = model_size(format, list);
  found->precision = -1;
  if (model_look(format) == '.') {
    ++format->at;
    found->precision = model_size(format, list);
  }
  model_kind_at(format, found);
}

/// The number of characters that were printed so far.
static inline void model_store_count(int length, int count, va_list list) {
  switch (length) {
  case 'H':
    *va_arg(list, signed char *) = (signed char)count;
    return;
  case 'h':
    *va_arg(list, short *) = (short)count;
    return;
  case 'L':
  case 'j':
    *va_arg(list, long long *) = count;
    return;
  case 'l':
  case 'z':
  case 't':
    *va_arg(list, long *) = count;
    return;
  default:
    *va_arg(list, int *) = count;
    return;
  }
}

/// A whole number, as the bits of the largest type.
static inline uintmax_t model_whole(int length, va_list list) {
  switch (length) {
  case 'L':
  case 'j':
    return va_arg(list, unsigned long long);
  case 'l':
  case 'z':
  case 't':
    return va_arg(list, unsigned long);
  default:
    return va_arg(list, unsigned);
  }
}

static inline int model_is_real(int kind) {
  const int lower = kind | 32;
  return lower == 'e' || lower == 'f' || lower == 'g' || lower == 'a';
}

static inline void model_reads_bytes(const char *text, int most) {
  for (size_t i = 0; text != NULL && (most < 0 || i < (size_t)most) && text[i] != 0; ++i) {
  }
}
static inline void model_reads_wide(const wchar_t *text, int most) {
  for (size_t i = 0; text != NULL && (most < 0 || i < (size_t)most) && text[i] != 0; ++i) {
  }
}

/// Does to one argument what printing it does: reads a text, and writes for `%n`.
static inline void model_prints_one(const struct model_conversion *found, va_list list) {
  if (found->kind == 's' && found->length == 'l')
    model_reads_wide(va_arg(list, const wchar_t *), found->precision);
  else if (found->kind == 's')
    model_reads_bytes(va_arg(list, const char *), found->precision);
  else if (found->kind == 'n')
    model_store_count(found->length, raceward_any_int(), list);
  else if (found->kind == 'p')
    (void)va_arg(list, void *);
  else if (model_is_real(found->kind) && found->length == 'L')
    (void)va_arg(list, long double);
  else if (model_is_real(found->kind))
    (void)va_arg(list, double);
  else if (found->kind != '%' && found->kind != 'm')
    (void)model_whole(found->length, list);
}

/// Whether the next conversion says which argument it prints: %2$s. The format is then behind the
/// $.
static inline int model_is_numbered(struct model_format *format, int *number) {
  struct model_format ahead = *format;
  *number = model_digits(&ahead);
  if (*number == 0 || model_look(&ahead) != '$')
    return 0;
  ++ahead.at;
  *format = ahead;
  return 1;
}

/// Arguments by their numbers: the format is searched for each of them.
static inline void model_prints_numbered(const void *text, int is_wide, va_list list) {
  for (int wanted = 1;; ++wanted) {
    struct model_format format = {text, is_wide, 0};
    struct model_conversion found = {{0}, 0, -1, 0, 0};
    int is_size = 0; // of another conversion, as in %1$*2$d
    for (int c = model_next(&format); c != 0; c = model_next(&format)) {
      int number = 0;
      if (c != '%')
        continue;
      const int is_numbered = model_is_numbered(&format, &number);
      int size = 0;
      for (c = model_look(&format);
           model_is_flag(c) || c == '.' || c == '*' || (c >= '0' && c <= '9');
           c = model_look(&format)) {
        ++format.at;
        if (c == '*' && model_is_numbered(&format, &size))
          is_size |= size == wanted;
      }
      struct model_conversion here = {{0}, 0, -1, 0, 0};
      model_kind_at(&format, &here);
      if (is_numbered && number == wanted)
        found = here;
      if (here.kind == 0)
        break;
    }
    if (found.kind == 0 && !is_size)
      return;
    if (found.kind == 0)
      (void)va_arg(list, int);
    else
      model_prints_one(&found, list);
  }
}

static inline void model_prints(const void *text, int is_wide, va_list list) {
  struct model_format format = {text, is_wide, 0};
  for (;;) {
    const int c = model_next(&format);
    if (c == 0)
      return;
    if (c != '%')
      continue;
    int number = 0;
    if (model_is_numbered(&format, &number)) { // then all of them are
      model_prints_numbered(text, is_wide, list);
      return;
    }
    struct model_conversion found;
    model_conversion_at(&format, &found, list);
    if (found.kind == 0)
      return;
    model_prints_one(&found, list);
  }
}
