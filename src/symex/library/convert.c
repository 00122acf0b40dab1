// Numbers from text.
#include "library.h"

static unsigned __raceward_digit(char c) {
  const unsigned digit = (unsigned char)c - (unsigned)'0';
  const unsigned letter = ((unsigned char)c | 32u) - (unsigned)'a';
  const unsigned isDigit = -(unsigned)(digit < 10);
  const unsigned isLetter = -(unsigned)(letter < 26);
  return (digit & isDigit) | ((letter + 10) & isLetter) | (99 & ~(isDigit | isLetter));
}

static int __raceward_is_space(char c) {
  return ((unsigned char)c - (unsigned)'\t' < 5) | (c == ' ');
}

/// Is there `0x` and a digit after it? Without a digit it is a zero followed by other text.
static int __raceward_has_prefix(const char *text, char letter, unsigned base) {
  return text[0] == '0' && (text[1] | 32) == letter && __raceward_digit(text[2]) < base;
}

/// The differences between the families of functions. A number above `most` (`mostNegative`, if it
/// has a sign) is out of range.
struct __raceward_range {
  unsigned long long most;
  unsigned long long mostNegative;
  int isSigned;
  int knowsBinary; ///< 0b101, since C23
};

static unsigned long long __raceward_number(const char *text, char **end, int givenBase,
                                            struct __raceward_range range) {
  if (givenBase < 0 || givenBase == 1 || givenBase > 36) {
    *__errno_location() = kEinval;
    return 0;
  }
  const char *at = text;
  while (__raceward_is_space(*at))
    ++at;
  const int isNegative = *at == '-';
  if (isNegative || *at == '+')
    ++at;
  unsigned base = (unsigned)givenBase;
  if ((base == 0 || base == 16) && __raceward_has_prefix(at, 'x', 16)) {
    at += 2;
    base = 16;
  } else if (range.knowsBinary && (base == 0 || base == 2) && __raceward_has_prefix(at, 'b', 2)) {
    at += 2;
    base = 2;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }

  const unsigned long long limit = isNegative ? range.mostNegative : range.most;
  const unsigned long long lastWhole = limit / base;
  const unsigned lastDigit = (unsigned)(limit % base);
  const char *digits = at;
  unsigned long long value = 0;
  // The largest number of as many digits. While it is in range, the number itself, which may be
  // symbolic, need not be tested.
  unsigned long long largest = 0;
  int mayOverflow = 0;
  int overflow = 0;
  for (;; ++at) {
    const unsigned digit = __raceward_digit(*at);
    if (digit >= base)
      break;
    if (!mayOverflow) {
      mayOverflow = largest > lastWhole || (largest == lastWhole && base - 1 > lastDigit);
      largest = largest * base + base - 1;
    }
    if (mayOverflow)
      overflow |= (value > lastWhole) | ((value == lastWhole) & (digit > lastDigit));
    value = value * base + digit;
  }
  if (end != NULL)
    *end = (char *)(at == digits ? text : at);
  if (overflow) {
    *__errno_location() = kErange;
    return isNegative && range.isSigned ? 0 - limit : limit;
  }
  return isNegative ? 0 - value : value;
}

#define RANGE_OF_LONG(binary)                                                                      \
  ((struct __raceward_range){LONG_MAX, (unsigned long long)LONG_MAX + 1, 1, binary})
#define RANGE_OF_ULONG(binary) ((struct __raceward_range){ULONG_MAX, ULONG_MAX, 0, binary})
#define RANGE_OF_LLONG(binary)                                                                     \
  ((struct __raceward_range){LLONG_MAX, (unsigned long long)LLONG_MAX + 1, 1, binary})
#define RANGE_OF_ULLONG(binary) ((struct __raceward_range){ULLONG_MAX, ULLONG_MAX, 0, binary})

long strtol(const char *text, char **end, int base) {
  return (long)__raceward_number(text, end, base, RANGE_OF_LONG(0));
}
unsigned long strtoul(const char *text, char **end, int base) {
  return (unsigned long)__raceward_number(text, end, base, RANGE_OF_ULONG(0));
}
long long strtoll(const char *text, char **end, int base) {
  return (long long)__raceward_number(text, end, base, RANGE_OF_LLONG(0));
}
unsigned long long strtoull(const char *text, char **end, int base) {
  return __raceward_number(text, end, base, RANGE_OF_ULLONG(0));
}
intmax_t strtoimax(const char *text, char **end, int base) {
  return (intmax_t)__raceward_number(text, end, base, RANGE_OF_LLONG(0));
}
uintmax_t strtoumax(const char *text, char **end, int base) {
  return __raceward_number(text, end, base, RANGE_OF_ULLONG(0));
}

// Names in newer headers of glibc, depending on the selected standard.
long __isoc23_strtol(const char *text, char **end, int base) {
  return (long)__raceward_number(text, end, base, RANGE_OF_LONG(1));
}
unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return (unsigned long)__raceward_number(text, end, base, RANGE_OF_ULONG(1));
}
long long __isoc23_strtoll(const char *text, char **end, int base) {
  return (long long)__raceward_number(text, end, base, RANGE_OF_LLONG(1));
}
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return __raceward_number(text, end, base, RANGE_OF_ULLONG(1));
}

int atoi(const char *text) {
  return (int)strtol(text, NULL, 10);
}
long atol(const char *text) {
  return strtol(text, NULL, 10);
}
long long atoll(const char *text) {
  return strtoll(text, NULL, 10);
}
