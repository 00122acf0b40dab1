// Functions of <string.h> and <strings.h> that the machine does not execute itself, and the names
// that glibc has for others: `__stpcpy`, and `__strcpy_chk` of _FORTIFY_SOURCE. They compute what C
// code does, byte by byte.
//
// Texts for errors and signals are constants of glibc. For a number that it does not know,
// strerror_l() and strsignal() fill a buffer of the calling thread since glibc 2.32, so that
// threads do not race.
#include "error_names.h"
#include "locales.h"
#include "signal_names.h"
#include "text.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#undef basename

/// Reads both, wherever they differ: how depends on their sizes.
void *memmem(const void *object, size_t bytes, const void *part, size_t length) {
  if (length == 0 || length > bytes)
    return length == 0 ? (void *)object : NULL;
  raceward_reads(object, bytes);
  raceward_reads(part, length);
  const unsigned char *at = object;
  const unsigned char *wanted = part;
  for (size_t i = 0; i + length <= bytes; ++i) {
    size_t same = 0;
    while (same < length && at[i + same] == wanted[same])
      ++same;
    if (same == length)
      return (void *)(at + i);
  }
  return NULL;
}

void *rawmemchr(const void *object, int wanted) {
  const unsigned char *at = object;
  while (*at != (unsigned char)wanted)
    ++at;
  return (void *)at;
}
void *__rawmemchr(const void *object, int wanted);
void *__rawmemchr(const void *object, int wanted) {
  return rawmemchr(object, wanted);
}

void *memfrob(void *object, size_t bytes) {
  unsigned char *at = object;
  for (size_t i = 0; i < bytes; ++i)
    at[i] ^= 42;
  return object;
}

/// Any order of the characters.
char *strfry(char *text) {
  const size_t length = strlen(text);
  for (size_t i = 0; i < length; ++i) {
    const char c = raceward_any_char();
    text[i] = (char)(c | (c == 0));
  }
  return text;
}

char *strsep(char **rest, const char *separators) {
  char *text = *rest;
  if (text == NULL)
    return NULL;
  char *end = text + strcspn(text, separators);
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return text;
}
char *__strsep(char **rest, const char *separators);
char *__strsep(char **rest, const char *separators) {
  return strsep(rest, separators);
}
char *__strsep_g(char **rest, const char *separators);
char *__strsep_g(char **rest, const char *separators) {
  return strsep(rest, separators);
}

/// What is behind the last slash; the text is not changed.
char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash == NULL ? path : slash + 1);
}

// Numbers in the texts are compared by value, and those with leading zeroes as fractions.

static int is_digit(char c) {
  return (unsigned char)c - (unsigned)'0' < 10;
}

int strverscmp(const char *a, const char *b) {
  size_t at = 0;
  while (a[at] == b[at] && a[at] != 0)
    ++at;
  const int difference = (unsigned char)a[at] - (unsigned char)b[at];
  if (difference == 0)
    return 0;
  size_t start = at; // of the digits that both have in common
  while (start > 0 && is_digit(a[start - 1]))
    --start;
  size_t zeroes = start;
  while (zeroes < at && a[zeroes] == '0')
    ++zeroes;
  const int a_goes_on = is_digit(a[at]);
  const int b_goes_on = is_digit(b[at]);
  const int only_zeroes = zeroes == at;
  if (at > start && a[start] == '0') { // both are fractions
    if (only_zeroes && a_goes_on != b_goes_on)
      return a_goes_on ? -1 : 1; // more digits after the zeroes: a smaller fraction
    return difference;
  }
  if (at == start && a_goes_on && b_goes_on && (a[at] == '0' || b[at] == '0'))
    return difference; // one of them begins with a zero
  if (at == start && !(a_goes_on && b_goes_on))
    return difference;
  // Whole numbers: the one with more digits is larger.
  size_t i = at;
  while (is_digit(a[i]) && is_digit(b[i]))
    ++i;
  if (is_digit(a[i]))
    return 1;
  if (is_digit(b[i]))
    return -1;
  return difference;
}
int __strverscmp(const char *a, const char *b);
int __strverscmp(const char *a, const char *b) {
  return strverscmp(a, b);
}

// The C locale.

size_t strxfrm(char *to, const char *from, size_t bytes) {
  const size_t length = strlen(from);
  if (bytes > 0)
    strncpy(to, from, bytes < length + 1 ? bytes : length + 1);
  return length;
}
size_t strxfrm_l(char *to, const char *from, size_t bytes, locale_t locale) {
  model_reads_locale(locale);
  return strxfrm(to, from, bytes);
}
size_t __strxfrm_l(char *to, const char *from, size_t bytes, locale_t locale);
size_t __strxfrm_l(char *to, const char *from, size_t bytes, locale_t locale) {
  return strxfrm_l(to, from, bytes, locale);
}

#define COMPARE(name)                                                                              \
  int name##_l(const char *a, const char *b, locale_t locale) {                                    \
    model_reads_locale(locale);                                                                    \
    return name(a, b);                                                                             \
  }                                                                                                \
  int __##name##_l(const char *a, const char *b, locale_t locale);                                 \
  int __##name##_l(const char *a, const char *b, locale_t locale) {                                \
    model_reads_locale(locale);                                                                    \
    return name(a, b);                                                                             \
  }
COMPARE(strcoll)
COMPARE(strcasecmp)
int strncasecmp_l(const char *a, const char *b, size_t most, locale_t locale) {
  model_reads_locale(locale);
  return strncasecmp(a, b, most);
}
int __strncasecmp_l(const char *a, const char *b, size_t most, locale_t locale);
int __strncasecmp_l(const char *a, const char *b, size_t most, locale_t locale) {
  return strncasecmp_l(a, b, most, locale);
}

// Texts of the library: those of the C locale, or any where they may be translated.

static char *any_text(char *memory, size_t bytes) {
  raceward_writes(memory, bytes - 1);
  memory[0] |= memory[0] == 0; // there is one
  memory[bytes - 1] = 0;
  return memory;
}

/// The rest of the buffer is any, too: how long a text is depends on the locale.
static char *any_text_in(char *buffer, size_t bytes) {
  model_writes_text(buffer, bytes);
  return buffer;
}

/// A constant of the library is new memory here, which nobody writes.
static char *any_constant(void) {
  return any_text(raceward_new(64), 64);
}
static char *constant(const char *text) {
  return model_is_c_locale() ? (char *)(uintptr_t)text : any_constant();
}

// Numbers that Linux gives a name.
static int is_error(int number) {
  return number >= 0 && number <= 133 && number != 41 && number != 58;
}
static int is_signal(int number) {
  return number >= 1 && number < (int)kSignals;
}

/// The GNU one. It fills the buffer only if it has no text for the number.
char *strerror_r(int number, char *buffer, size_t bytes) {
  if (!is_error(number))
    return any_text_in(buffer, bytes);
  return any_constant();
}
char *__strerror_r(int number, char *buffer, size_t bytes);
char *__strerror_r(int number, char *buffer, size_t bytes) {
  return strerror_r(number, buffer, bytes);
}
/// The one of POSIX. A translated text may have any length.
int __xpg_strerror_r(int number, char *buffer, size_t bytes);
int __xpg_strerror_r(int number, char *buffer, size_t bytes) {
  any_text_in(buffer, bytes);
  const int fits = (bytes >= 64) & model_is_c_locale();
  return !fits && raceward_any_bool() ? ERANGE : is_error(number) ? 0 : EINVAL;
}
char *strerror_l(int number, locale_t locale) {
  static _Thread_local char text[64];
  model_reads_locale(locale);
  return is_error(number) ? any_constant() : any_text(text, sizeof text);
}
char *strsignal(int number) {
  static _Thread_local char text[64];
  return is_signal(number) ? constant(signal_names[number].text) : any_text(text, sizeof text);
}

const char *sigabbrev_np(int number) {
  return is_signal(number) ? signal_names[number].name : NULL;
}
const char *sigdescr_np(int number) {
  return is_signal(number) ? signal_names[number].text : NULL;
}
const char *strerrordesc_np(int number) {
  return is_error(number) ? any_constant() : NULL;
}
const char *strerrorname_np(int number) {
  return is_error(number) ? error_names[number] : NULL;
}

// Parts of a text. Where the next one begins is behind a pointer of the program, or, for strtok(),
// in one variable for all threads.

char *strtok_r(char *text, const char *separators, char **rest) {
  if (text == NULL)
    text = *rest;
  text += strspn(text, separators);
  char *end = text + strcspn(text, separators);
  if (end == text) {
    *rest = text;
    return NULL;
  }
  *rest = end;
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  }
  return text;
}

char *strtok(char *text, const char *separators) {
  static char *state_of_strtok;
  return strtok_r(text, separators, &state_of_strtok);
}

// Other names of glibc.

int __memcmpeq(const void *a, const void *b, size_t bytes) {
  return memcmp(a, b, bytes);
}
void *__mempcpy(void *to, const void *from, size_t bytes) {
  return mempcpy(to, from, bytes);
}
char *__stpcpy(char *to, const char *from) {
  return stpcpy(to, from);
}
char *__stpncpy(char *to, const char *from, size_t bytes) {
  return stpncpy(to, from, bytes);
}
char *__strtok_r(char *text, const char *separators, char **rest) {
  return strtok_r(text, separators, rest);
}
char *__strtok_r_1c(char *text, char separator, char **rest);
char *__strtok_r_1c(char *text, char separator, char **rest) {
  const char separators[2] = {separator, 0};
  return strtok_r(text, separators, rest);
}
char *__strcasestr(const char *text, const char *part);
char *__strcasestr(const char *text, const char *part) {
  return strcasestr(text, part);
}
int __strcasecmp(const char *a, const char *b);
int __strcasecmp(const char *a, const char *b) {
  return strcasecmp(a, b);
}
char *__strchrnul(const char *text, int wanted);
char *__strchrnul(const char *text, int wanted) {
  return strchrnul(text, wanted);
}
void *__memrchr(const void *object, int wanted, size_t bytes);
void *__memrchr(const void *object, int wanted, size_t bytes) {
  return memrchr(object, wanted, bytes);
}
size_t __strnlen(const char *text, size_t most);
size_t __strnlen(const char *text, size_t most) {
  return strnlen(text, most);
}
void __bzero(void *to, size_t bytes);
void __bzero(void *to, size_t bytes) {
  memset(to, 0, bytes);
}

// _FORTIFY_SOURCE: `room` is the size of the target. A copy that is too long is found anyway, so
// that it need not be tested here.

#define CHECKED(name, type, ...)                                                                   \
  type name(__VA_ARGS__);                                                                          \
  type name(__VA_ARGS__)

CHECKED(__memcpy_chk, void *, void *to, const void *from, size_t bytes, size_t room) {
  return memcpy(to, from, bytes);
}
CHECKED(__memmove_chk, void *, void *to, const void *from, size_t bytes, size_t room) {
  return memmove(to, from, bytes);
}
CHECKED(__mempcpy_chk, void *, void *to, const void *from, size_t bytes, size_t room) {
  return mempcpy(to, from, bytes);
}
CHECKED(__memset_chk, void *, void *to, int value, size_t bytes, size_t room) {
  return memset(to, value, bytes);
}
CHECKED(__explicit_bzero_chk, void, void *to, size_t bytes, size_t room) {
  memset(to, 0, bytes);
}
CHECKED(__strcpy_chk, char *, char *to, const char *from, size_t room) {
  return strcpy(to, from);
}
CHECKED(__stpcpy_chk, char *, char *to, const char *from, size_t room) {
  return stpcpy(to, from);
}
CHECKED(__strncpy_chk, char *, char *to, const char *from, size_t bytes, size_t room) {
  return strncpy(to, from, bytes);
}
CHECKED(__stpncpy_chk, char *, char *to, const char *from, size_t bytes, size_t room) {
  return stpncpy(to, from, bytes);
}
CHECKED(__strcat_chk, char *, char *to, const char *from, size_t room) {
  return strcat(to, from);
}
CHECKED(__strncat_chk, char *, char *to, const char *from, size_t most, size_t room) {
  return strncat(to, from, most);
}

/// BSD's, in glibc since 2.38. They return the length of what they were to make.
CHECKED(strlcpy, size_t, char *to, const char *from, size_t bytes) {
  const size_t length = strlen(from);
  if (bytes > 0) {
    const size_t copied = length < bytes ? length : bytes - 1;
    memcpy(to, from, copied);
    to[copied] = 0;
  }
  return length;
}
CHECKED(strlcat, size_t, char *to, const char *from, size_t bytes) {
  const size_t length = strnlen(to, bytes);
  if (length == bytes)
    return bytes + strlen(from);
  return length + strlcpy(to + length, from, bytes - length);
}
CHECKED(__strlcpy_chk, size_t, char *to, const char *from, size_t bytes, size_t room) {
  return strlcpy(to, from, bytes);
}
CHECKED(__strlcat_chk, size_t, char *to, const char *from, size_t bytes, size_t room) {
  return strlcat(to, from, bytes);
}
