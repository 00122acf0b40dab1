// Wide characters and streams (wchar.h). What is read is any text: which characters the bytes of
// standard input are depends on the locale. wprintf, fwprintf and swprintf are rows of
// src/program/effects/Stdio.cpp.
#include "locales.h"
#include "stream.h"

#include <stdlib.h>
#include <time.h>
#include <wchar.h>

/// Any character, or WEOF.
static wint_t any_wide(FILE *stream) {
  const struct model_stream *from = model_stream_of(stream);
  raceward_receives(from->descriptor);
  raceward_forgets(stream, 1);
  return (wint_t)raceward_any_uint() | -(wint_t)raceward_any_bool();
}
wint_t fgetwc(FILE *stream) {
  return any_wide(stream);
}
wint_t getwc(FILE *stream) {
  return any_wide(stream);
}
wint_t getwchar(void) {
  return any_wide(stdin);
}
wint_t ungetwc(wint_t c, FILE *stream) {
  model_use(stream);
  raceward_forgets(stream, 1);
  return c | -(wint_t)raceward_any_bool();
}

static wint_t put_wide(wint_t c, FILE *stream) {
  const char byte = (char)c;
  raceward_puts(model_output_of(stream), &byte, 1);
  return c | -(wint_t)raceward_any_bool();
}
wint_t fputwc(wchar_t c, FILE *stream) {
  return put_wide((wint_t)c, stream);
}
wint_t putwc(wchar_t c, FILE *stream) {
  return put_wide((wint_t)c, stream);
}
wint_t putwchar(wchar_t c) {
  return put_wide((wint_t)c, stdout);
}

int fputws(const wchar_t *text, FILE *stream) {
  const int descriptor = model_output_of(stream);
  for (; *text != 0; ++text) {
    const char byte = (char)*text;
    raceward_puts(descriptor, &byte, 1);
  }
  return 1 | model_end();
}

wchar_t *fgetws(wchar_t *to, int size, FILE *stream) {
  model_use(stream);
  raceward_forgets(stream, 1);
  raceward_receives(model_descriptor_of(stream));
  if (size <= 0 || raceward_any_bool())
    return NULL;
  raceward_writes(to, (size_t)size * sizeof *to);
  to[size - 1] = 0; // or an earlier one
  return to;
}
wchar_t *__fgetws_chk(wchar_t *to, size_t room, int size, FILE *stream) {
  return fgetws(to, size, stream);
}

int fwide(FILE *stream, int mode) {
  model_use(stream);
  return raceward_any_int();
}

// -- formats -------------------------------------------------------------------------------------

static int print_wide(FILE *stream, const wchar_t *format, va_list list) {
  return raceward_prints_wide(model_output_of(stream), format, list, raceward_any_of(list));
}
int vfwprintf(FILE *stream, const wchar_t *format, va_list list) {
  return print_wide(stream, format, list);
}
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list list) {
  return print_wide(stream, format, list);
}
int vwprintf(const wchar_t *format, va_list list) {
  return raceward_prints_wide(1, format, list, raceward_any_of(list));
}
int __vwprintf_chk(int flag, const wchar_t *format, va_list list) {
  return raceward_prints_wide(1, format, list, raceward_any_of(list));
}
int vswprintf(wchar_t *to, size_t size, const wchar_t *format, va_list list) {
  return raceward_formats_wide(to, size, format, list, raceward_any_of(list));
}
int __vswprintf_chk(wchar_t *to, size_t size, int flag, size_t room, const wchar_t *format,
                    va_list list) {
  return raceward_formats_wide(to, size, format, list, raceward_any_of(list));
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
  while (*format != 0)
    ++format;
  raceward_reads(time, sizeof *time);
  tzset();
  raceward_writes(to, count * sizeof *to);
  if (count == 0)
    return 0;
  to[count - 1] = 0;
  return model_up_to(count - 1);
}
size_t wcsftime_l(wchar_t *to, size_t count, const wchar_t *format, const struct tm *time,
                  locale_t locale) {
  model_reads_locale(locale);
  return wcsftime(to, count, format, time);
}
