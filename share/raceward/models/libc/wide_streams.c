// Streams and formats of wide characters.
//
// A stream locks itself, so that threads do not race on it; the functions without a lock are gaps,
// as their races with those that lock are not described. What is read from a stream is any text.
#include "format.h"
#include "locales.h"
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

// Single characters. No error number says that a stream has ended.

static wint_t any_character(void) {
  const wint_t c = raceward_any_uint();
  raceward_assume((c < 0x110000) | (c == WEOF));
  return c;
}
static wint_t written(wchar_t c) {
  return model_status() < 0 ? WEOF : (wint_t)c;
}
wint_t fgetwc(FILE *stream) {
  return any_character();
}
wint_t getwc(FILE *stream) {
  return any_character();
}
wint_t getwchar(void) {
  return any_character();
}
wint_t fputwc(wchar_t c, FILE *stream) {
  return written(c);
}
wint_t putwc(wchar_t c, FILE *stream) {
  return written(c);
}
wint_t putwchar(wchar_t c) {
  return written(c);
}
wint_t ungetwc(wint_t c, FILE *stream) {
  return raceward_any_bool() ? WEOF : c;
}
int fwide(FILE *stream, int mode) {
  return raceward_any_int();
}

/// Any line, with a zero at its end.
wchar_t *fgetws(wchar_t *to, int count, FILE *stream) {
  if (count <= 0 || raceward_any_bool())
    return NULL;
  raceward_writes(to, (size_t)count * sizeof *to);
  to[count - 1] = 0;
  return to;
}
int fputws(const wchar_t *text, FILE *stream) {
  (void)wcslen(text);
  return model_status() < 0 ? -1 : 1;
}

/// The stream keeps both pointers, and writes through them at each flush.
FILE *open_wmemstream(wchar_t **text, size_t *count) {
  raceward_gap("open_wmemstream: the stream later writes the given variables");
}

#define UNLOCKED(type, name, ...)                                                                  \
  type name(__VA_ARGS__) {                                                                         \
    raceward_gap(#name ": streams that are used without their lock are not modelled");             \
  }
UNLOCKED(wint_t, fgetwc_unlocked, FILE *stream)
UNLOCKED(wint_t, getwc_unlocked, FILE *stream)
UNLOCKED(wint_t, getwchar_unlocked, void)
UNLOCKED(wint_t, fputwc_unlocked, wchar_t c, FILE *stream)
UNLOCKED(wint_t, putwc_unlocked, wchar_t c, FILE *stream)
UNLOCKED(wint_t, putwchar_unlocked, wchar_t c)
UNLOCKED(wchar_t *, fgetws_unlocked, wchar_t *to, int count, FILE *stream)
UNLOCKED(int, fputws_unlocked, const wchar_t *text, FILE *stream)

// Printing into memory is exact: what is written, and what is not. Arguments are taken in their
// order.

struct output {
  wchar_t *to;
  size_t room;
  size_t count;
  int failed;
};

static void put(struct output *out, wchar_t c) {
  if (out->count + 1 < out->room)
    out->to[out->count] = c;
  ++out->count;
}
static void pad(struct output *out, const struct model_conversion *how, int length, int is_left) {
  const int width = how->width < 0 ? -how->width : how->width;
  if (is_left == (how->width < 0 || strchr(how->flags, '-') != NULL))
    for (int i = length; i < width; ++i)
      put(out, ' ');
}

/// A byte that is not of ASCII is part of a character of the locale, or an error.
static void put_bytes(struct output *out, const char *text, const struct model_conversion *how) {
  int length = 0;
  while ((how->precision < 0 || length < how->precision) && text[length] != 0)
    ++length;
  pad(out, how, length, 0);
  for (int i = 0; i < length; ++i) {
    const unsigned char byte = (unsigned char)text[i];
    put(out, byte < 128 ? byte : (wchar_t)(raceward_any_uint() | 128));
    out->failed |= byte >= 128 && raceward_any_bool();
  }
  pad(out, how, length, 1);
}
static void put_wide(struct output *out, const wchar_t *text, const struct model_conversion *how) {
  int length = 0;
  while ((how->precision < 0 || length < how->precision) && text[length] != 0)
    ++length;
  pad(out, how, length, 0);
  for (int i = 0; i < length; ++i)
    put(out, text[i]);
  pad(out, how, length, 1);
}

/// Numbers are printed as printf does it: "%[flags]*.*[length]kind".
static void put_number(struct output *out, const struct model_conversion *how, va_list list) {
  char text[512];
  char format[24] = "%";
  size_t at = 1;
  for (const char *flag = how->flags; *flag != 0; ++flag)
    format[at++] = *flag;
  format[at++] = '*';
  format[at++] = '.';
  format[at++] = '*';
  int length = 0;
  if (how->kind == 'p') {
    length = snprintf(text, sizeof text, "%*p", how->width, va_arg(list, void *));
  } else if (model_is_real(how->kind)) {
    if (how->length == 'L')
      format[at++] = 'L';
    format[at++] = (char)how->kind;
    format[at] = 0;
    length = how->length == 'L' ? snprintf(text, sizeof text, format, how->width, how->precision,
                                           va_arg(list, long double))
                                : snprintf(text, sizeof text, format, how->width, how->precision,
                                           va_arg(list, double));
  } else {
    const int is_long = how->length == 'l' || how->length == 'z' || how->length == 't';
    const int is_longer = how->length == 'L' || how->length == 'j';
    for (int i = 0; i < is_long + 2 * is_longer; ++i)
      format[at++] = 'l';
    for (int i = 0; i < (how->length == 'h') + 2 * (how->length == 'H'); ++i)
      format[at++] = 'h';
    format[at++] = (char)how->kind;
    format[at] = 0;
    const uintmax_t value = model_whole(how->length, list);
    length =
        is_longer ? snprintf(text, sizeof text, format, how->width, how->precision, value)
        : is_long
            ? snprintf(text, sizeof text, format, how->width, how->precision, (unsigned long)value)
            : snprintf(text, sizeof text, format, how->width, how->precision, (unsigned)value);
  }
  for (int i = 0; i < length; ++i)
    put(out, i + 1 < (int)sizeof text ? text[i] : (wchar_t)raceward_any_int());
}

static void print(struct output *out, const wchar_t *text, va_list list) {
  struct model_format format = {text, 1, 0};
  for (;;) {
    const int c = model_next(&format);
    if (c == 0)
      return;
    if (c != '%') {
      put(out, c);
      continue;
    }
    struct model_conversion found;
    model_conversion_at(&format, &found, list);
    switch (found.kind) {
    case '%':
      put(out, '%');
      break;
    case 'c': {
      pad(out, &found, 1, 0);
      const wchar_t character = (wchar_t)va_arg(list, int);
      put(out, found.length == 'l' ? character : (wchar_t)btowc((unsigned char)character));
      pad(out, &found, 1, 1);
      break;
    }
    case 's':
      if (found.length == 'l') {
        const wchar_t *argument = va_arg(list, const wchar_t *);
        put_wide(out, argument == NULL ? L"(null)" : argument, &found);
      } else {
        const char *argument = va_arg(list, const char *);
        put_bytes(out, argument == NULL ? "(null)" : argument, &found);
      }
      break;
    case 'n':
      model_store_count(found.length, (int)out->count, list);
      break;
    case 'm':
      put_bytes(out, strerror(errno), &found);
      break;
    case 0:
      out->failed = 1;
      return;
    default:
      put_number(out, &found, list);
    }
  }
}

/// Fails if there is no room. What is in the memory then depends on the version of glibc.
int vswprintf(wchar_t *to, size_t count, const wchar_t *format, va_list list) {
  struct output out = {to, count, 0, 0};
  if (count == 0)
    return -1;
  print(&out, format, list);
  if (out.count >= count) {
    raceward_writes(to, count * sizeof *to);
    return -1;
  }
  to[out.count] = 0;
  return out.failed ? -1 : (int)out.count;
}
int swprintf(wchar_t *to, size_t count, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vswprintf(to, count, format, list);
  va_end(list);
  return result;
}

static int printed(void) {
  return (int)model_count(0x7fffffff);
}
int vfwprintf(FILE *stream, const wchar_t *format, va_list list) {
  model_prints(format, 1, list);
  return printed();
}
int vwprintf(const wchar_t *format, va_list list) {
  model_prints(format, 1, list);
  return printed();
}
int fwprintf(FILE *stream, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  model_prints(format, 1, list);
  va_end(list);
  return printed();
}
int wprintf(const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  model_prints(format, 1, list);
  va_end(list);
  return printed();
}

// Scanning: formats mean the same for both kinds of characters.

static char *narrow(const wchar_t *text) {
  const size_t length = wcslen(text);
  char *copy = malloc(length + 1);
  for (size_t i = 0; i <= length; ++i) {
    copy[i] = (char)((unsigned)text[i] < 128 ? text[i] : raceward_any_char() | 128);
  }
  return copy;
}
static int scan_text(const wchar_t *text, const wchar_t *format, va_list list) {
  char *narrow_text = narrow(text);
  char *narrow_format = narrow(format);
  const int count = vsscanf(narrow_text, narrow_format, list);
  free(narrow_text);
  free(narrow_format);
  return count;
}
static int scan_stream(FILE *stream, const wchar_t *format, va_list list) {
  char *narrow_format = narrow(format);
  const int count = vfscanf(stream, narrow_format, list);
  free(narrow_format);
  return count;
}

// The headers choose one of several symbols for a function, depending on the selected standard. So
// each is defined here under a name of ours.
#define SCANNERS(ours, prefix)                                                                     \
  int ours##_vswscanf(const wchar_t *text, const wchar_t *format,                                  \
                      va_list list) __asm__(prefix "vswscanf");                                    \
  int ours##_vfwscanf(FILE *stream, const wchar_t *format,                                         \
                      va_list list) __asm__(prefix "vfwscanf");                                    \
  int ours##_vwscanf(const wchar_t *format, va_list list) __asm__(prefix "vwscanf");               \
  int ours##_swscanf(const wchar_t *text, const wchar_t *format, ...) __asm__(prefix "swscanf");   \
  int ours##_fwscanf(FILE *stream, const wchar_t *format, ...) __asm__(prefix "fwscanf");          \
  int ours##_wscanf(const wchar_t *format, ...) __asm__(prefix "wscanf");                          \
  int ours##_vswscanf(const wchar_t *text, const wchar_t *format, va_list list) {                  \
    return scan_text(text, format, list);                                                          \
  }                                                                                                \
  int ours##_vfwscanf(FILE *stream, const wchar_t *format, va_list list) {                         \
    return scan_stream(stream, format, list);                                                      \
  }                                                                                                \
  int ours##_vwscanf(const wchar_t *format, va_list list) {                                        \
    return scan_stream(stdin, format, list);                                                       \
  }                                                                                                \
  int ours##_swscanf(const wchar_t *text, const wchar_t *format, ...) {                            \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    const int count = scan_text(text, format, list);                                               \
    va_end(list);                                                                                  \
    return count;                                                                                  \
  }                                                                                                \
  int ours##_fwscanf(FILE *stream, const wchar_t *format, ...) {                                   \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    const int count = scan_stream(stream, format, list);                                           \
    va_end(list);                                                                                  \
    return count;                                                                                  \
  }                                                                                                \
  int ours##_wscanf(const wchar_t *format, ...) {                                                  \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    const int count = scan_stream(stdin, format, list);                                            \
    va_end(list);                                                                                  \
    return count;                                                                                  \
  }
SCANNERS(model, "")
SCANNERS(model_c99, "__isoc99_")
SCANNERS(model_c23, "__isoc23_")

/// Any text for the time, of any length that there is room for.
size_t wcsftime(wchar_t *to, size_t count, const wchar_t *format, const struct tm *time) {
  (void)wcslen(format);
  raceward_reads(time, sizeof *time);
  raceward_writes(to, count * sizeof *to);
  const size_t length = raceward_any_size();
  raceward_assume(length < count || length == 0);
  if (count > 0)
    to[count - 1] = 0;
  return length;
}
size_t wcsftime_l(wchar_t *to, size_t count, const wchar_t *format, const struct tm *time,
                  locale_t locale) {
  model_reads_locale(locale);
  return wcsftime(to, count, format, time);
}

// _FORTIFY_SOURCE: `flag` refuses %n in writable formats; `room` is the size of the target.

#define CHECKED(name, ...)                                                                         \
  int name(__VA_ARGS__, const wchar_t *format, ...);                                               \
  int name(__VA_ARGS__, const wchar_t *format, ...) {                                              \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    model_prints(format, 1, list);                                                                 \
    va_end(list);                                                                                  \
    return printed();                                                                              \
  }
CHECKED(__fwprintf_chk, FILE *stream, int flag)
CHECKED(__wprintf_chk, int flag)
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list list);
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list list) {
  return vfwprintf(stream, format, list);
}
int __vwprintf_chk(int flag, const wchar_t *format, va_list list);
int __vwprintf_chk(int flag, const wchar_t *format, va_list list) {
  return vwprintf(format, list);
}
int __vswprintf_chk(wchar_t *to, size_t count, int flag, size_t room, const wchar_t *format,
                    va_list list);
int __vswprintf_chk(wchar_t *to, size_t count, int flag, size_t room, const wchar_t *format,
                    va_list list) {
  return vswprintf(to, count, format, list);
}
int __swprintf_chk(wchar_t *to, size_t count, int flag, size_t room, const wchar_t *format, ...);
int __swprintf_chk(wchar_t *to, size_t count, int flag, size_t room, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vswprintf(to, count, format, list);
  va_end(list);
  return result;
}
wchar_t *__fgetws_chk(wchar_t *to, size_t room, int count, FILE *stream);
wchar_t *__fgetws_chk(wchar_t *to, size_t room, int count, FILE *stream) {
  return fgetws(to, count, stream);
}
