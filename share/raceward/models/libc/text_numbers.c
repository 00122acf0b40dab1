// Numbers from texts and texts from numbers, under the names that the machine does not execute
// itself: with a locale, of wide characters, and those that older headers of glibc use. A wide text
// is converted as the narrow one with the same characters is.
#include "locales.h"
#include "numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// With a locale, and the functions behind macros of older headers. `group` asks for separators of
// thousands, which the C locale does not have. The headers choose one of several symbols for a
// function, depending on the selected standard, so that symbols are said here.

#define SYMBOL(type, ours, symbol, ...)                                                            \
  type ours(__VA_ARGS__) __asm__(symbol);                                                          \
  type ours(__VA_ARGS__)
#define WHOLE(type, name)                                                                          \
  type plain_##name(const char *text, char **end, int base) __asm__(#name);                        \
  type c23_##name(const char *text, char **end, int base) __asm__("__isoc23_" #name);              \
  SYMBOL(type, plain_##name##_l, #name "_l", const char *text, char **end, int base,               \
         locale_t locale) {                                                                        \
    model_reads_locale(locale);                                                                    \
    return plain_##name(text, end, base);                                                          \
  }                                                                                                \
  SYMBOL(type, c23_##name##_l, "__isoc23_" #name "_l", const char *text, char **end, int base,     \
         locale_t locale) {                                                                        \
    model_reads_locale(locale);                                                                    \
    return c23_##name(text, end, base);                                                            \
  }                                                                                                \
  SYMBOL(type, reserved_##name##_l, "__" #name "_l", const char *text, char **end, int base,       \
         locale_t locale) {                                                                        \
    model_reads_locale(locale);                                                                    \
    return plain_##name(text, end, base);                                                          \
  }                                                                                                \
  SYMBOL(type, reserved_##name, "__" #name "_internal", const char *text, char **end, int base,    \
         int group) {                                                                              \
    return plain_##name(text, end, base);                                                          \
  }                                                                                                \
  SYMBOL(type, reserved_##name##_in, "__" #name "_l_internal", const char *text, char **end,       \
         int base, int group, locale_t locale) {                                                   \
    model_reads_locale(locale);                                                                    \
    return plain_##name(text, end, base);                                                          \
  }
WHOLE(long, strtol)
WHOLE(unsigned long, strtoul)
WHOLE(long long, strtoll)
WHOLE(unsigned long long, strtoull)

SYMBOL(long long, plain_strtoq, "strtoq", const char *text, char **end, int base) {
  return plain_strtoll(text, end, base);
}
SYMBOL(unsigned long long, plain_strtouq, "strtouq", const char *text, char **end, int base) {
  return plain_strtoull(text, end, base);
}
SYMBOL(intmax_t, c23_strtoimax, "__isoc23_strtoimax", const char *text, char **end, int base) {
  return c23_strtoll(text, end, base);
}
SYMBOL(uintmax_t, c23_strtoumax, "__isoc23_strtoumax", const char *text, char **end, int base) {
  return c23_strtoull(text, end, base);
}
imaxdiv_t imaxdiv(intmax_t dividend, intmax_t divisor) {
  return (imaxdiv_t){dividend / divisor, dividend % divisor};
}

#define REAL_L(type, name, by)                                                                     \
  type name(const char *text, char **end, locale_t locale) {                                       \
    model_reads_locale(locale);                                                                    \
    return by(text, end);                                                                          \
  }
#define REAL_OTHER(type, name, by)                                                                 \
  type name(const char *text, char **end) {                                                        \
    return by(text, end);                                                                          \
  }                                                                                                \
  REAL_L(type, name##_l, by)
#define REAL_INTERNAL(type, name)                                                                  \
  REAL_L(type, name##_l, name)                                                                     \
  type __##name##_l(const char *text, char **end, locale_t locale);                                \
  REAL_L(type, __##name##_l, name)                                                                 \
  type __##name##_internal(const char *text, char **end, int group);                               \
  type __##name##_internal(const char *text, char **end, int group) {                              \
    return name(text, end);                                                                        \
  }
REAL_INTERNAL(double, strtod)
REAL_INTERNAL(float, strtof)
REAL_INTERNAL(long double, strtold)
REAL_OTHER(_Float32, strtof32, strtof)
REAL_OTHER(_Float32x, strtof32x, strtod)
REAL_OTHER(_Float64, strtof64, strtod)
REAL_OTHER(_Float64x, strtof64x, strtold)

// Wide texts. Characters that are not of ASCII end a number as any other does.

static char *narrow(const wchar_t *text) {
  const size_t length = wcslen(text);
  char *copy = malloc(length + 1);
  for (size_t i = 0; i <= length; ++i)
    copy[i] = (unsigned)text[i] < 128 ? (char)text[i] : '\x7f';
  return copy;
}
/// Of another base nothing is converted, and `*end` stays.
static int is_base(int base) {
  return base >= 0 && base != 1 && base <= 36;
}
#define WIDE(type, name, ...)                                                                      \
  char *copy = narrow(text);                                                                       \
  char *stop = copy;                                                                               \
  const type value = name(copy, &stop __VA_ARGS__);                                                \
  if (end != NULL)                                                                                 \
    *end = (wchar_t *)text + (stop - copy);                                                        \
  free(copy);                                                                                      \
  return value
#define WIDE_WHOLE(type, ours, symbol, by)                                                         \
  SYMBOL(type, ours, symbol, const wchar_t *text, wchar_t **end, int base) {                       \
    if (!is_base(base)) {                                                                          \
      errno = EINVAL;                                                                              \
      return 0;                                                                                    \
    }                                                                                              \
    WIDE(type, by, , base);                                                                        \
  }
#define WIDE_WHOLE_ALL(type, name, by)                                                             \
  WIDE_WHOLE(type, plain_##name, #name, plain_##by)                                                \
  WIDE_WHOLE(type, c23_##name, "__isoc23_" #name, c23_##by)                                        \
  SYMBOL(type, plain_##name##_l, #name "_l", const wchar_t *text, wchar_t **end, int base,         \
         locale_t locale) {                                                                        \
    model_reads_locale(locale);                                                                    \
    return plain_##name(text, end, base);                                                          \
  }                                                                                                \
  SYMBOL(type, c23_##name##_l, "__isoc23_" #name "_l", const wchar_t *text, wchar_t **end,         \
         int base, locale_t locale) {                                                              \
    model_reads_locale(locale);                                                                    \
    return c23_##name(text, end, base);                                                            \
  }                                                                                                \
  SYMBOL(type, reserved_##name, "__" #name "_internal", const wchar_t *text, wchar_t **end,        \
         int base, int group) {                                                                    \
    return plain_##name(text, end, base);                                                          \
  }
WIDE_WHOLE_ALL(long, wcstol, strtol)
WIDE_WHOLE_ALL(unsigned long, wcstoul, strtoul)
WIDE_WHOLE_ALL(long long, wcstoll, strtoll)
WIDE_WHOLE_ALL(unsigned long long, wcstoull, strtoull)
WIDE_WHOLE(long long, plain_wcstoq, "wcstoq", plain_strtoll)
WIDE_WHOLE(unsigned long long, plain_wcstouq, "wcstouq", plain_strtoull)
WIDE_WHOLE(intmax_t, plain_wcstoimax, "wcstoimax", plain_strtoll)
WIDE_WHOLE(uintmax_t, plain_wcstoumax, "wcstoumax", plain_strtoull)
WIDE_WHOLE(intmax_t, c23_wcstoimax, "__isoc23_wcstoimax", c23_strtoll)
WIDE_WHOLE(uintmax_t, c23_wcstoumax, "__isoc23_wcstoumax", c23_strtoull)

#define WIDE_REAL(type, name, by)                                                                  \
  type name(const wchar_t *text, wchar_t **end) {                                                  \
    WIDE(type, by, );                                                                              \
  }                                                                                                \
  type name##_l(const wchar_t *text, wchar_t **end, locale_t locale) {                             \
    model_reads_locale(locale);                                                                    \
    return name(text, end);                                                                        \
  }
WIDE_REAL(double, wcstod, strtod)
WIDE_REAL(float, wcstof, strtof)
WIDE_REAL(long double, wcstold, strtold)
WIDE_REAL(_Float32, wcstof32, strtof)
WIDE_REAL(_Float32x, wcstof32x, strtod)
WIDE_REAL(_Float64, wcstof64, strtod)
WIDE_REAL(_Float64x, wcstof64x, strtold)

// Texts of numbers. `format` is "%" with a precision and one of a, e, f and g.

#define STRFROM(name, type)                                                                        \
  int name(char *to, size_t bytes, const char *format, type number) {                              \
    return snprintf(to, bytes, format, (double)number);                                            \
  }
STRFROM(strfromd, double)
STRFROM(strfromf, float)
STRFROM(strfromf32, _Float32)
STRFROM(strfromf32x, _Float32x)
STRFROM(strfromf64, _Float64)

static int from_long_double(char *to, size_t bytes, const char *format, long double number) {
  const size_t length = strlen(format);
  char *with_size = malloc(length + 2);
  memcpy(with_size, format, length);
  if (length > 0) {
    with_size[length - 1] = 'L';
    with_size[length] = format[length - 1];
  }
  with_size[length + (length > 0)] = 0;
  const int result = snprintf(to, bytes, with_size, number);
  free(with_size);
  return result;
}
int strfroml(char *to, size_t bytes, const char *format, long double number) {
  return from_long_double(to, bytes, format, number);
}
int strfromf64x(char *to, size_t bytes, const char *format, _Float64x number) {
  return from_long_double(to, bytes, format, number);
}

char *gcvt(double number, int digits, char *to) {
  sprintf(to, "%.*g", digits > 17 ? 17 : digits, number);
  return to;
}
char *qgcvt(long double number, int digits, char *to) {
  sprintf(to, "%.*Lg", digits > 21 ? 21 : digits, number);
  return to;
}

// The digits of a number, the place of its point and its sign. Those that do not get a buffer share
// one (POSIX: not safe for threads).

static int put_digits(int *point, int *sign, char *to, size_t bytes) {
  if (to == NULL) {
    errno = EINVAL;
    return -1;
  }
  *point = raceward_guess_int();
  *sign = raceward_guess_bool();
  raceward_guess_bytes(to, bytes);
  if (bytes > 0)
    to[bytes - 1] = 0;
  return -(int)raceward_guess_bool();
}
#define DIGITS(name, type)                                                                         \
  char *name(type number, int digits, int *point, int *sign) {                                     \
    static char state_of_##name[400];                                                              \
    put_digits(point, sign, state_of_##name, sizeof state_of_##name);                              \
    return state_of_##name;                                                                        \
  }                                                                                                \
  int name##_r(type number, int digits, int *point, int *sign, char *to, size_t bytes) {           \
    return put_digits(point, sign, to, bytes);                                                     \
  }
DIGITS(ecvt, double)
DIGITS(fcvt, double)
DIGITS(qecvt, long double)
DIGITS(qfcvt, long double)

// Numbers in a notation of 64 digits, the lowest first.

long a64l(const char *text) {
  uint32_t value = 0;
  for (int i = 0; i < 6 && text[i] != 0; ++i) {
    const char c = text[i];
    unsigned digit;
    if (c == '.' || c == '/')
      digit = (unsigned)(c - '.');
    else if (c >= '0' && c <= '9')
      digit = (unsigned)(c - '0') + 2;
    else if (c >= 'A' && c <= 'Z')
      digit = (unsigned)(c - 'A') + 12;
    else if (c >= 'a' && c <= 'z')
      digit = (unsigned)(c - 'a') + 38;
    else
      break;
    value |= (uint32_t)digit << 6 * i;
  }
  return (long)value;
}
/// The buffer is shared by all threads.
char *l64a(long number) {
  static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  static char state_of_l64a[7];
  if ((uint32_t)number == 0)
    return (char *)"";
  uint32_t rest = (uint32_t)number;
  int i = 0;
  for (; rest != 0; rest >>= 6)
    state_of_l64a[i++] = digits[rest & 63];
  state_of_l64a[i] = 0;
  return state_of_l64a;
}
