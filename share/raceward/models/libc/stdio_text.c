// Formatted output and input through a va_list. Functions with arguments of their own (printf) are
// rows of src/program/effects/Stdio.cpp: a format that is known there tells what each argument is.
//
// raceward_any_of() stands for all that is behind the list; the machine formats exactly.
#include "stream.h"

#include <stdlib.h>

/// Failure of output that is not to a standard stream.
static int or_failure(int descriptor, int length) {
  if ((descriptor == 1) | (descriptor == 2))
    return length;
  return length | -(int)raceward_any_bool();
}

static int print_to(FILE *stream, const char *format, va_list list) {
  const int descriptor = model_output_of(stream);
  return or_failure(descriptor, raceward_prints(descriptor, format, list, raceward_any_of(list)));
}
int vfprintf(FILE *stream, const char *format, va_list list) {
  return print_to(stream, format, list);
}
int _IO_vfprintf(FILE *stream, const char *format, va_list list) {
  return print_to(stream, format, list);
}
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list) {
  return print_to(stream, format, list);
}

int vprintf(const char *format, va_list list) {
  return raceward_prints(1, format, list, raceward_any_of(list));
}
int __vprintf_chk(int flag, const char *format, va_list list) {
  return raceward_prints(1, format, list, raceward_any_of(list));
}

int vdprintf(int descriptor, const char *format, va_list list) {
  return or_failure(descriptor, raceward_prints(descriptor, format, list, raceward_any_of(list)));
}
int __vdprintf_chk(int descriptor, int flag, const char *format, va_list list) {
  return vdprintf(descriptor, format, list);
}

static const size_t kAnySize = (size_t)-1;

int vsprintf(char *to, const char *format, va_list list) {
  return raceward_formats(to, kAnySize, format, list, raceward_any_of(list));
}
int _IO_vsprintf(char *to, const char *format, va_list list) {
  return raceward_formats(to, kAnySize, format, list, raceward_any_of(list));
}
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list list) {
  return raceward_formats(to, kAnySize, format, list, raceward_any_of(list));
}
int vsnprintf(char *to, size_t size, const char *format, va_list list) {
  return raceward_formats(to, size, format, list, raceward_any_of(list));
}
int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                    va_list list) {
  return raceward_formats(to, size, format, list, raceward_any_of(list));
}

/// Into new memory: first its size.
static int format_new(char **to, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  const int length = raceward_formats(NULL, 0, format, again, raceward_any_of(again));
  va_end(again);
  char *text = raceward_new((size_t)length + 1);
  raceward_formats(text, (size_t)length + 1, format, list, raceward_any_of(list));
  *to = text;
  return length;
}
int vasprintf(char **to, const char *format, va_list list) {
  return format_new(to, format, list);
}
int __vasprintf_chk(char **to, int flag, const char *format, va_list list) {
  return format_new(to, format, list);
}

// -- input ---------------------------------------------------------------------------------------

// Headers redirect the plain names to others, so that their symbols are given here.
#define SCAN_LISTS(prefix, scans)                                                                  \
  int prefix##model_vfscanf(FILE *, const char *, va_list) __asm__(#prefix "vfscanf");             \
  int prefix##model_vscanf(const char *, va_list) __asm__(#prefix "vscanf");                       \
  int prefix##model_vsscanf(const char *, const char *, va_list) __asm__(#prefix "vsscanf");       \
  int prefix##model_vfscanf(FILE *stream, const char *format, va_list list) {                      \
    return scans(stream, NULL, format, list, raceward_any_of(list));                               \
  }                                                                                                \
  int prefix##model_vscanf(const char *format, va_list list) {                                     \
    return scans(stdin, NULL, format, list, raceward_any_of(list));                                \
  }                                                                                                \
  int prefix##model_vsscanf(const char *text, const char *format, va_list list) {                  \
    return scans(NULL, text, format, list, raceward_any_of(list));                                 \
  }
SCAN_LISTS(, raceward_scans)
SCAN_LISTS(_IO_, raceward_scans)
SCAN_LISTS(__isoc99_, raceward_scans)
SCAN_LISTS(__isoc23_, raceward_scans_c23)

// -- obstacks ------------------------------------------------------------------------------------

struct obstack;
int obstack_printf(struct obstack *to, const char *format, ...) {
  raceward_gap("text that grows in an obstack (obstack_printf) is not followed: use snprintf");
}
int obstack_vprintf(struct obstack *to, const char *format, va_list list) {
  raceward_gap("text that grows in an obstack (obstack_vprintf) is not followed: use vsnprintf");
}
int __obstack_printf_chk(struct obstack *to, int flag, const char *format, ...) {
  raceward_gap("text that grows in an obstack (obstack_printf) is not followed: use snprintf");
}
int __obstack_vprintf_chk(struct obstack *to, int flag, const char *format, va_list list) {
  raceward_gap("text that grows in an obstack (obstack_vprintf) is not followed: use vsnprintf");
}
