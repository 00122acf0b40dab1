// scanf and its family, as in glibc.
#include "stream.h"

#include <stdarg.h>

enum { kMostFloat = 500, kMostOpenDigits = 6 };

/// Reads from a stream, or from a string.
struct __raceward_reader {
  FILE *stream;
  const char *text;
  int count;       ///< number of characters read, for %n
  int countIsOpen; ///< unknown: some of them were skipped unseen
  int knowsBinary; ///< 0b101 for %i, since C23
};

struct __raceward_directive {
  int width; ///< -1: any
  int isSuppressed;
  int size; ///< size of the target in bytes
  int isLongLong;
};

static _Noreturn void __raceward_unknown_conversion(void) {
  __raceward_cannot("a conversion of scanf is not known to the machine");
}

static int __raceward_next(struct __raceward_reader *in) {
  int c = EOF;
  if (in->stream != NULL)
    c = __raceward_get(in->stream);
  else if (*in->text != 0)
    c = (unsigned char)*in->text++;
  in->count += c != EOF;
  return c;
}

static void __raceward_back(struct __raceward_reader *in, int c) {
  if (c == EOF)
    return;
  --in->count;
  if (in->stream != NULL)
    __raceward_unget(c, in->stream);
  else
    --in->text;
}

static int __raceward_reads_any(const struct __raceward_reader *in) {
  return in->stream != NULL && __raceward_is_open(in->stream);
}

static void __raceward_skip_spaces(struct __raceward_reader *in) {
  while (!__raceward_reads_any(in)) {
    const int c = __raceward_next(in);
    if (c == EOF || !__raceward_is_space((char)c)) {
      __raceward_back(in, c);
      return;
    }
  }
  __raceward_expect(in->stream, kNoSpace);
  in->countIsOpen = 1;
}

static void __raceward_put_number(void *to, int size, unsigned long long value) {
  switch (size) {
  case 1:
    *(unsigned char *)to = (unsigned char)value;
    return;
  case 2:
    *(unsigned short *)to = (unsigned short)value;
    return;
  case 4:
    *(unsigned *)to = (unsigned)value;
    return;
  default:
    *(unsigned long long *)to = value;
    return;
  }
}

static unsigned long long __raceward_any_number(int size) {
  switch (size) {
  case 1:
    return __VERIFIER_nondet_uchar();
  case 2:
    return __VERIFIER_nondet_ushort();
  case 4:
    return __VERIFIER_nondet_uint();
  default:
    return __VERIFIER_nondet_ulonglong();
  }
}

/// The outcome of a conversion.
enum __raceward_outcome { kConverted, kNoMatch, kNoInput };

/// Any number at all can come next, followed by anything but another digit.
static enum __raceward_outcome __raceward_open_integer(struct __raceward_reader *in, unsigned base,
                                                       struct __raceward_directive wanted,
                                                       void *to) {
  FILE *stream = in->stream;
  const enum __raceward_unlike end = base == 0 || base == 8 ? kNoOctalDigit
                                     : base == 16           ? kNoHexDigit
                                                            : kNoDigit;
  if (__VERIFIER_nondet_bool()) {
    if (!wanted.isSuppressed)
      __raceward_put_number(to, wanted.size, __raceward_any_number(wanted.size));
    __raceward_expect(stream, end);
    in->countIsOpen = 1;
    return kConverted;
  }
  // No digit: the input is read as it is.
  const int first = __raceward_next(in);
  if (first == EOF)
    return kNoInput;
  if (first == '-' || first == '+') {
    __raceward_expect(stream, end == kNoOctalDigit && base == 0 ? kNoDigit : end);
    __raceward_back(in, __raceward_next(in));
    return kNoMatch;
  }
  const unsigned digit = (unsigned)first - '0';
  const unsigned letter = ((unsigned)first | 32u) - 'a';
  __VERIFIER_assume(!(digit < (base == 8 ? 8 : 10)) & !((base == 16) & (letter < 6)));
  __raceward_back(in, first);
  return kNoMatch;
}

static enum __raceward_outcome __raceward_integer(struct __raceward_reader *in, unsigned base,
                                                  int isSigned, struct __raceward_directive wanted,
                                                  void *to) {
  if (wanted.width < 0 && __raceward_reads_any(in))
    return __raceward_open_integer(in, base, wanted, to);
  int width = wanted.width;
  int c = __raceward_next(in);
  if (c == EOF)
    return kNoInput;
  const int isNegative = c == '-';
  if (isNegative || c == '+') {
    width -= width > 0;
    c = __raceward_next(in);
  }
  int digits = 0;
  if (width != 0 && c == '0') {
    width -= width > 0;
    digits = 1;
    c = __raceward_next(in);
    if (width != 0 && (base == 0 || base == 16) && (c | 32) == 'x') {
      base = 16;
      width -= width > 0;
      c = __raceward_next(in);
    } else if (width != 0 && base == 0 && in->knowsBinary && (c | 32) == 'b') {
      base = 2;
      width -= width > 0;
      c = __raceward_next(in);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0)
    base = 10;

  unsigned long long most = wanted.isLongLong ? ULLONG_MAX : ULONG_MAX;
  if (isSigned)
    most = most / 2 + (unsigned)isNegative;
  unsigned long long value = 0;
  int overflow = 0;
  for (; c != EOF && width != 0; c = __raceward_next(in)) {
    const unsigned digit = __raceward_digit((char)c);
    if (digit >= base)
      break;
    // One digit was pushed back before, and any number of them may follow.
    if (wanted.width < 0 && digits == kMostOpenDigits && __raceward_reads_any(in))
      __raceward_cannot("a number of more digits than were followed is read from any input");
    overflow |= (value > most / base) | ((value == most / base) & (digit > most % base));
    value = value * base + digit;
    width -= width > 0;
    ++digits;
  }
  __raceward_back(in, c);
  if (digits == 0)
    return kNoMatch;
  if (overflow)
    *__errno_location() = kErange;
  if (wanted.isSuppressed)
    return kConverted;
  if (overflow)
    value = isNegative && isSigned ? 0 - most : most;
  else if (isNegative)
    value = 0 - value;
  __raceward_put_number(to, wanted.size, value);
  return kConverted;
}

static int __raceward_reads_file(const struct __raceward_reader *in) {
  return in->stream != NULL && __raceward_is_file(in->stream);
}

/// What a conversion of a file comes to, which writes so many bytes if it succeeds.
static enum __raceward_outcome __raceward_from_file(struct __raceward_reader *in, void *to,
                                                    size_t bytes) {
  in->countIsOpen = 1;
  __raceward_was_read(in->stream, 1);
  if (__VERIFIER_nondet_bool())
    return __VERIFIER_nondet_bool() ? kNoMatch : kNoInput;
  if (to != NULL)
    raceward_writes(to, bytes);
  return kConverted;
}

static enum __raceward_outcome __raceward_float(struct __raceward_reader *in,
                                                struct __raceward_directive wanted, void *to) {
  if (__raceward_reads_file(in))
    return __raceward_from_file(in, to,
                                wanted.size <= 8 ? (size_t)wanted.size : sizeof(long double));
  if (__raceward_reads_any(in))
    __raceward_cannot("a floating-point number is read from any input");
  char text[kMostFloat + 1];
  int length = 0;
  int width = wanted.width;
  int c = __raceward_next(in);
  if (c == EOF)
    return kNoInput;
  width -= width > 0;
  const int hasSign = c == '-' || c == '+';
  if (hasSign) {
    text[length++] = (char)c;
    if (width == 0)
      return kNoMatch;
    c = __raceward_next(in);
    if (c == EOF)
      return kNoMatch;
    width -= width > 0;
  }
  if ((c | 32) == 'n' || (c | 32) == 'i') // nan, inf: not supported, as they hardly occur
    __raceward_unknown_conversion();
  int isHex = 0;
  int hasDigit = 0;
  int hasPoint = 0;
  int hasExponent = 0;
  char exponent = 'e';
  for (;;) {
    const unsigned digit = __raceward_digit((char)c);
    if (length == kMostFloat)
      __raceward_unknown_conversion();
    if (digit < 10 || (isHex && !hasExponent && digit < 16)) {
      text[length++] = (char)c;
      hasDigit = 1;
    } else if (length == hasSign + 1 && text[hasSign] == '0' && (c | 32) == 'x' && width != 0) {
      text[length++] = 'x';
      isHex = 1;
      hasDigit = 0;
      exponent = 'p';
    } else if (hasExponent && text[length - 1] == exponent && (c == '-' || c == '+')) {
      text[length++] = (char)c;
    } else if (hasDigit && !hasExponent && (c | 32) == exponent) {
      text[length++] = exponent;
      hasExponent = 1;
      hasPoint = 1;
    } else if (c == '.' && !hasPoint) {
      text[length++] = '.';
      hasPoint = 1;
    } else {
      __raceward_back(in, c);
      break;
    }
    if (width == 0)
      break;
    c = __raceward_next(in);
    if (c == EOF)
      break;
    width -= width > 0;
  }
  text[length] = 0;
  if (length == hasSign || (isHex && length == 2 + hasSign))
    return kNoMatch;
  char *end = text;
  const double value = strtod(text, &end);
  if (end == text)
    return kNoMatch;
  if (wanted.isSuppressed)
    return kConverted;
  if (wanted.size == 4)
    *(float *)to = strtof(text, NULL);
  else if (wanted.size == 8)
    *(double *)to = value;
  else
    *(long double *)to = strtold(text, NULL);
  return kConverted;
}

/// Whether the set (the text after `%[`) contains the character: a single test for all of it.
/// Returns the end of the set.
static const char *__raceward_match_set(const char *set, unsigned c, int *isIn) {
  const int isOpposite = *set == '^';
  set += isOpposite;
  int found = 0;
  const char *first = set;
  for (; *set != 0 && (*set != ']' || set == first); ++set) {
    const unsigned from = (unsigned char)*set;
    unsigned to = from;
    if (set[1] == '-' && set[2] != 0 && set[2] != ']' && (unsigned char)set[2] >= from) {
      to = (unsigned char)set[2];
      set += 2;
    }
    found |= c - from <= to - from;
  }
  *isIn = found != isOpposite;
  return set;
}

/// Characters up to the first that does not match, for %s, %[ or %c.
static enum __raceward_outcome __raceward_characters(struct __raceward_reader *in, char kind,
                                                     const char *set, int width, char *to) {
  if (width > 0 && __raceward_reads_file(in)) {
    const enum __raceward_outcome outcome = __raceward_from_file(in, to, (size_t)width);
    if (outcome == kConverted && kind != 'c' && to != NULL)
      to[width] = 0; // or an earlier one
    return outcome;
  }
  int length = 0;
  int c = 0;
  for (; width < 0 || length < width; ++length) {
    c = __raceward_next(in);
    if (c == EOF)
      break;
    int isWanted = kind == 'c';
    if (kind == 's')
      isWanted = !__raceward_is_space((char)c);
    else if (kind == '[')
      __raceward_match_set(set, (unsigned)c, &isWanted);
    if (!isWanted) {
      __raceward_back(in, c);
      break;
    }
    if (to != NULL)
      to[length] = (char)c;
  }
  if (length == 0)
    return c == EOF ? kNoInput : kNoMatch;
  if (kind != 'c' && to != NULL)
    to[length] = 0;
  return kConverted;
}

/* Between '%' and the letter of the conversion: "*", a width, a length. Returns where the letter
 * is. */
static const char *__raceward_modifiers(const char *format, struct __raceward_directive *wanted,
                                        int *longs) {
  if (*format == '*') {
    wanted->isSuppressed = 1;
    ++format;
  }
  for (; (unsigned)*format - '0' < 10; ++format)
    wanted->width = (wanted->width < 0 ? 0 : wanted->width) * 10 + (*format - '0');
  if (wanted->width == 0)
    wanted->width = -1;
  int shorts = 0;
  for (;; ++format) {
    if (*format == 'h')
      ++shorts;
    else if (*format == 'l')
      ++*longs;
    else if (*format == 'L' || *format == 'q' || *format == 'j')
      *longs = 2;
    else if (*format == 'z' || *format == 't')
      *longs = 1;
    else
      break;
  }
  if (shorts > 0)
    wanted->size = shorts == 1 ? 2 : 1;
  if (*longs > 0)
    wanted->size = *longs == 1 ? (int)sizeof(long) : 8;
  wanted->isLongLong = *longs >= 2;
  return format;
}

static int __raceward_scan(struct __raceward_reader *in, const char *format, va_list *arguments) {
  int stored = 0;
  for (; *format != 0; ++format) {
    if (__raceward_is_space(*format)) {
      __raceward_skip_spaces(in);
      continue;
    }
    const int isConversion = *format == '%';
    format += isConversion;
    if (!isConversion || *format == '%') {
      if (isConversion)
        __raceward_skip_spaces(in);
      const int c = __raceward_next(in);
      if (c == EOF)
        return stored == 0 ? EOF : stored;
      if (c != (unsigned char)*format) {
        __raceward_back(in, c);
        return stored;
      }
      continue;
    }

    struct __raceward_directive wanted = {-1, 0, 4, 0};
    int longs = 0;
    format = __raceward_modifiers(format, &wanted, &longs);

    const char *set = NULL;
    int isIn = 0;
    const char kind = *format;
    if (kind != 'c' && kind != '[' && kind != 'n')
      __raceward_skip_spaces(in);
    void *to = wanted.isSuppressed ? NULL : va_arg(*arguments, void *);
    enum __raceward_outcome outcome = kConverted;
    switch (kind) {
    case 'd':
    case 'u':
      outcome = __raceward_integer(in, 10, kind == 'd', wanted, to);
      break;
    case 'i':
      outcome = __raceward_integer(in, 0, 1, wanted, to);
      break;
    case 'o':
      outcome = __raceward_integer(in, 8, 0, wanted, to);
      break;
    case 'x':
    case 'X':
      outcome = __raceward_integer(in, 16, 0, wanted, to);
      break;
    case 'e':
    case 'f':
    case 'g':
    case 'a':
    case 'E':
    case 'F':
    case 'G':
    case 'A':
      wanted.size = longs == 0 ? 4 : longs == 1 ? 8 : 16;
      outcome = __raceward_float(in, wanted, to);
      break;
    case 'c':
      if (longs > 0)
        __raceward_unknown_conversion();
      outcome = __raceward_characters(in, kind, NULL, wanted.width < 0 ? 1 : wanted.width, to);
      break;
    case 's':
      if (longs > 0)
        __raceward_unknown_conversion();
      outcome = __raceward_characters(in, kind, NULL, wanted.width, to);
      break;
    case '[':
      if (longs > 0)
        __raceward_unknown_conversion();
      set = format + 1;
      format = __raceward_match_set(set, 0, &isIn);
      if (*format == 0)
        return stored;
      outcome = __raceward_characters(in, kind, set, wanted.width, to);
      break;
    case 'n':
      if (in->countIsOpen)
        __raceward_unknown_conversion();
      if (to != NULL)
        __raceward_put_number(to, wanted.size, (unsigned long long)(long long)in->count);
      continue;
    default:
      __raceward_unknown_conversion();
    }
    if (outcome == kNoInput)
      return stored == 0 ? EOF : stored;
    if (outcome == kNoMatch)
      return stored;
    stored += !wanted.isSuppressed;
  }
  return stored;
}

static int __raceward_scan_list(FILE *stream, const char *text, const char *format, va_list list,
                                int knowsBinary) {
  struct __raceward_reader in = {stream, text, 0, 0, knowsBinary};
  va_list arguments;
  va_copy(arguments, list);
  const int result = __raceward_scan(&in, format, &arguments);
  va_end(arguments);
  return result;
}

/// For a model of the v-functions. Binary numbers are a matter of newer headers.
int raceward_scans(void *stream, const char *text, const char *format, va_list list, void *any) {
  (void)any;
  return __raceward_scan_list(stream, text, format, list, 0);
}
int raceward_scans_c23(void *stream, const char *text, const char *format, va_list list,
                       void *any) {
  (void)any;
  return __raceward_scan_list(stream, text, format, list, 1);
}

// Three names for each; newer headers use the later ones.
#define SCAN_FAMILY(prefix, knowsBinary)                                                           \
  int prefix##scanf(const char *format, ...) {                                                     \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    const int result = __raceward_scan_list(&__raceward_stdin, NULL, format, list, knowsBinary);   \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  }                                                                                                \
  int prefix##fscanf(FILE *stream, const char *format, ...) {                                      \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    const int result = __raceward_scan_list(stream, NULL, format, list, knowsBinary);              \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  }                                                                                                \
  int prefix##sscanf(const char *text, const char *format, ...) {                                  \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    const int result = __raceward_scan_list(NULL, text, format, list, knowsBinary);                \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  }

SCAN_FAMILY(, 0)
SCAN_FAMILY(__isoc99_, 0)
SCAN_FAMILY(__isoc23_, 1)
