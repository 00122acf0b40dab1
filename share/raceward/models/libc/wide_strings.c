// Wide strings, as C code computes them, character by character. Order and case are those of the C
// locale for ASCII (wctype.c).
#include "locales.h"
#include "model.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length] != 0)
    ++length;
  return length;
}
size_t wcsnlen(const wchar_t *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0)
    ++length;
  return length;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    ++i;
  return to + i;
}
wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  wcpcpy(to, from);
  return to;
}
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t count) {
  size_t i = 0;
  for (; i < count && from[i] != 0; ++i)
    to[i] = from[i];
  wchar_t *end = to + i;
  for (; i < count; ++i)
    to[i] = 0;
  return end;
}
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count) {
  wcpncpy(to, from, count);
  return to;
}
wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t most) {
  wchar_t *end = to + wcslen(to);
  size_t i = 0;
  for (; i < most && from[i] != 0; ++i)
    end[i] = from[i];
  end[i] = 0;
  return to;
}
wchar_t *wcsdup(const wchar_t *text) {
  const size_t bytes = (wcslen(text) + 1) * sizeof *text;
  wchar_t *copy = malloc(bytes);
  return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] == b[i] && b[i] != 0)
    ++i;
  return (a[i] > b[i]) - (a[i] < b[i]);
}
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t most) {
  for (size_t i = 0; i < most; ++i)
    if (a[i] != b[i] || b[i] == 0)
      return (a[i] > b[i]) - (a[i] < b[i]);
  return 0;
}
static int lower(wchar_t c) {
  const unsigned letter = (unsigned)c - 'A';
  return c + (letter < 26 ? 'a' - 'A' : 0);
}
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    const int left = lower(a[i]);
    const int right = lower(b[i]);
    if (left != right || right == 0)
      return (left > right) - (left < right);
  }
  return 0;
}
int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  return wcsncasecmp(a, b, (size_t)-1);
}
int wcscoll(const wchar_t *a, const wchar_t *b) {
  return wcscmp(a, b);
}
size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t count) {
  const size_t length = wcslen(from);
  for (size_t i = 0; i < count && i <= length; ++i)
    to[i] = from[i];
  return length;
}

wchar_t *wcschr(const wchar_t *text, wchar_t wanted) {
  for (;; ++text) {
    if (*text == wanted)
      return (wchar_t *)text;
    if (*text == 0)
      return NULL;
  }
}
wchar_t *wcschrnul(const wchar_t *text, wchar_t wanted) {
  while (!((*text == wanted) | (*text == 0)))
    ++text;
  return (wchar_t *)text;
}
wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted) {
  const wchar_t *last = NULL;
  for (;; ++text) {
    if (*text == wanted)
      last = text;
    if (*text == 0)
      return (wchar_t *)last;
  }
}

static int is_in(const wchar_t *set, wchar_t c) {
  int found = 0;
  for (; *set != 0; ++set)
    found |= *set == c;
  return found;
}
size_t wcsspn(const wchar_t *text, const wchar_t *accepted) {
  size_t length = 0;
  while (is_in(accepted, text[length]))
    ++length;
  return length;
}
size_t wcscspn(const wchar_t *text, const wchar_t *refused) {
  size_t length = 0;
  while (!((text[length] == 0) | is_in(refused, text[length])))
    ++length;
  return length;
}
wchar_t *wcspbrk(const wchar_t *text, const wchar_t *wanted) {
  text += wcscspn(text, wanted);
  return *text == 0 ? NULL : (wchar_t *)text;
}
wchar_t *wcsstr(const wchar_t *text, const wchar_t *part) {
  for (;; ++text) {
    size_t i = 0;
    while (part[i] != 0 && text[i] == part[i])
      ++i;
    if (part[i] == 0)
      return (wchar_t *)text;
    if (text[i] == 0)
      return NULL;
  }
}
wchar_t *wcswcs(const wchar_t *text, const wchar_t *part) {
  return wcsstr(text, part);
}
wchar_t *wcstok(wchar_t *text, const wchar_t *separators, wchar_t **rest) {
  if (text == NULL)
    text = *rest;
  if (text == NULL) { // after the end
    errno = EINVAL;
    return NULL;
  }
  text += wcsspn(text, separators);
  if (*text == 0) {
    *rest = NULL;
    return NULL;
  }
  wchar_t *end = text + wcscspn(text, separators);
  if (*end == 0) {
    *rest = NULL;
    return text;
  }
  *end = 0;
  *rest = end + 1;
  return text;
}

wchar_t *wmemchr(const wchar_t *object, wchar_t wanted, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (object[i] == wanted)
      return (wchar_t *)object + i;
  return NULL;
}
/// Reads all of both: it need not stop where they differ.
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
  raceward_reads(a, count * sizeof *a);
  raceward_reads(b, count * sizeof *b);
  for (size_t i = 0; i < count; ++i)
    if (a[i] != b[i])
      return a[i] > b[i] ? 1 : -1;
  return 0;
}
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
  return memcpy(to, from, count * sizeof *to);
}
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
  return memmove(to, from, count * sizeof *to);
}
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) {
  memcpy(to, from, count * sizeof *to);
  return to + count;
}
wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
  for (size_t i = 0; i < count; ++i)
    to[i] = value;
  return to;
}

#define COMPARE(name)                                                                              \
  int name##_l(const wchar_t *a, const wchar_t *b, locale_t locale) {                              \
    model_reads_locale(locale);                                                                    \
    return name(a, b);                                                                             \
  }
COMPARE(wcscasecmp)
COMPARE(wcscoll)
int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t most, locale_t locale) {
  model_reads_locale(locale);
  return wcsncasecmp(a, b, most);
}
size_t wcsxfrm_l(wchar_t *to, const wchar_t *from, size_t count, locale_t locale) {
  model_reads_locale(locale);
  return wcsxfrm(to, from, count);
}

/// Columns on a terminal: one for a character of ASCII; for others the locale says.
int wcwidth(wchar_t c) {
  if (c == 0)
    return 0;
  if ((unsigned)c < 128)
    return (unsigned)c >= 32 && c != 127 ? 1 : -1;
  return model_guess(-1, 2);
}
int wcswidth(const wchar_t *text, size_t most) {
  int sum = 0;
  for (size_t i = 0; i < most && text[i] != 0; ++i) {
    const int width = wcwidth(text[i]);
    if (width < 0)
      return -1;
    sum += width;
  }
  return sum;
}

// _FORTIFY_SOURCE: the last argument is the size of the target, which is tested anyway.

#define CHECKED(name, type, ...)                                                                   \
  type name(__VA_ARGS__);                                                                          \
  type name(__VA_ARGS__)

CHECKED(__wcscpy_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t room) {
  return wcscpy(to, from);
}
CHECKED(__wcpcpy_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t room) {
  return wcpcpy(to, from);
}
CHECKED(__wcsncpy_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  return wcsncpy(to, from, count);
}
CHECKED(__wcpncpy_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  return wcpncpy(to, from, count);
}
CHECKED(__wcscat_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t room) {
  return wcscat(to, from);
}
CHECKED(__wcsncat_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t most, size_t room) {
  return wcsncat(to, from, most);
}
CHECKED(__wmemcpy_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  return wmemcpy(to, from, count);
}
CHECKED(__wmemmove_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  return wmemmove(to, from, count);
}
CHECKED(__wmempcpy_chk, wchar_t *, wchar_t *to, const wchar_t *from, size_t count, size_t room) {
  return wmempcpy(to, from, count);
}
CHECKED(__wmemset_chk, wchar_t *, wchar_t *to, wchar_t value, size_t count, size_t room) {
  return wmemset(to, value, count);
}
CHECKED(wcslcpy, size_t, wchar_t *to, const wchar_t *from, size_t count) {
  const size_t length = wcslen(from);
  if (count > 0) {
    const size_t copied = length < count ? length : count - 1;
    wmemcpy(to, from, copied);
    to[copied] = 0;
  }
  return length;
}
CHECKED(wcslcat, size_t, wchar_t *to, const wchar_t *from, size_t count) {
  const size_t length = wcsnlen(to, count);
  if (length == count)
    return count + wcslen(from);
  return length + wcslcpy(to + length, from, count - length);
}
