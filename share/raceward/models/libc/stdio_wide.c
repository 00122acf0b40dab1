// Wide characters and streams (wchar.h). What is read is any text: which characters the bytes of
// standard input are depends on the locale. wprintf, fwprintf and swprintf are rows of
// src/program/effects/Stdio.cpp.
#include "stream.h"

#include <wchar.h>

/// Any character, or WEOF.
static wint_t any_wide(FILE *stream) {
  const struct model_stream *from = model_stream_of(stream);
  raceward_receives(from->descriptor);
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
  return model_end();
}

wchar_t *fgetws(wchar_t *to, int size, FILE *stream) {
  model_use(stream);
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

// Headers redirect the plain names to others, so that their symbols are given here.
#define NO_WIDE_INPUT                                                                              \
  raceward_gap("input by a format of wide characters is not followed: use scanf")
#define SCAN_WIDE(prefix)                                                                          \
  int prefix##model_vfwscanf(FILE *, const wchar_t *, va_list) __asm__(#prefix "vfwscanf");        \
  int prefix##model_vwscanf(const wchar_t *, va_list) __asm__(#prefix "vwscanf");                  \
  int prefix##model_vswscanf(const wchar_t *, const wchar_t *,                                     \
                             va_list) __asm__(#prefix "vswscanf");                                 \
  int prefix##model_fwscanf(FILE *, const wchar_t *, ...) __asm__(#prefix "fwscanf");              \
  int prefix##model_wscanf(const wchar_t *, ...) __asm__(#prefix "wscanf");                        \
  int prefix##model_swscanf(const wchar_t *, const wchar_t *, ...) __asm__(#prefix "swscanf");     \
  int prefix##model_vfwscanf(FILE *stream, const wchar_t *format, va_list list) {                  \
    NO_WIDE_INPUT;                                                                                 \
  }                                                                                                \
  int prefix##model_vwscanf(const wchar_t *format, va_list list) {                                 \
    NO_WIDE_INPUT;                                                                                 \
  }                                                                                                \
  int prefix##model_vswscanf(const wchar_t *text, const wchar_t *format, va_list list) {           \
    NO_WIDE_INPUT;                                                                                 \
  }                                                                                                \
  int prefix##model_fwscanf(FILE *stream, const wchar_t *format, ...) {                            \
    NO_WIDE_INPUT;                                                                                 \
  }                                                                                                \
  int prefix##model_wscanf(const wchar_t *format, ...) {                                           \
    NO_WIDE_INPUT;                                                                                 \
  }                                                                                                \
  int prefix##model_swscanf(const wchar_t *text, const wchar_t *format, ...) {                     \
    NO_WIDE_INPUT;                                                                                 \
  }
SCAN_WIDE()
SCAN_WIDE(__isoc99_)
SCAN_WIDE(__isoc23_)
