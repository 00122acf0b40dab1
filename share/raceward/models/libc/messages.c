// Messages to standard error (err.h, error.h, fmtmsg.h), parts of paths (libgen.h), and the calls
// that lead to a place (execinfo.h).
//
// error() counts its messages in a variable of the program. glibc calls that safe for threads.
#include "model.h"

#include <err.h>
#include <error.h>
#include <execinfo.h>
#include <fmtmsg.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

static void prints(const char *format, va_list list) {
  if (format != NULL)
    raceward_prints(2, format, list, raceward_any_of(list));
}
#define WITH_LIST(...)                                                                             \
  {                                                                                                \
    va_list list;                                                                                  \
    va_start(list, format);                                                                        \
    __VA_ARGS__;                                                                                   \
    va_end(list);                                                                                  \
  }

void vwarn(const char *format, va_list list) {
  prints(format, list);
}
void vwarnx(const char *format, va_list list) {
  prints(format, list);
}
void warn(const char *format, ...)
    WITH_LIST(prints(format, list)) void warnx(const char *format, ...)
        WITH_LIST(prints(format, list)) void verr(int status, const char *format, va_list list) {
  prints(format, list);
  exit(status);
}
void verrx(int status, const char *format, va_list list) {
  prints(format, list);
  exit(status);
}
void err(int status, const char *format, ...) {
  WITH_LIST(prints(format, list))
  exit(status);
}
void errx(int status, const char *format, ...) {
  WITH_LIST(prints(format, list))
  exit(status);
}

void (*error_print_progname)(void);
unsigned error_message_count;
int error_one_per_line;

static void print_name(void) {}
static void begin_error(void) {
  (error_print_progname == NULL ? print_name : error_print_progname)();
}
static void end_error(int status) {
  __atomic_fetch_add(&error_message_count, 1, __ATOMIC_RELAXED);
  if (status != 0)
    exit(status);
}
void error(int status, int number, const char *format, ...) {
  begin_error();
  WITH_LIST(prints(format, list))
  end_error(status);
}
/// With error_one_per_line it remembers the last place, for all threads.
void error_at_line(int status, int number, const char *file, unsigned line, const char *format,
                   ...) {
  static const char *state_of_error_at_line;
  static unsigned last_line;
  if (error_one_per_line != 0) {
    if (last_line == line && state_of_error_at_line != NULL && file != NULL &&
        (file == state_of_error_at_line || strcmp(state_of_error_at_line, file) == 0))
      return;
    state_of_error_at_line = file;
    last_line = line;
  }
  begin_error();
  if (file != NULL)
    raceward_reads_text(file);
  WITH_LIST(prints(format, list))
  end_error(status);
}

static void reads_if_given(const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}
int fmtmsg(long kind, const char *label, int severity, const char *text, const char *action,
           const char *tag) {
  reads_if_given(label);
  reads_if_given(text);
  reads_if_given(action);
  reads_if_given(tag);
  const int result = raceward_any_int();
  raceward_assume((result == MM_OK) | (result == MM_NOTOK) | (result == MM_NOMSG) |
                  (result == MM_NOCON));
  return result;
}
/// The text is kept, and read by fmtmsg() behind a lock.
int addseverity(int severity, const char *text) {
  raceward_keeps(text);
  return raceward_any_bool() ? MM_OK : MM_NOTOK;
}

// Both may change the path, and return a part of it or a constant.

char *dirname(char *path) {
  static const char dot[] = ".";
  if (path == NULL)
    return (char *)dot;
  const size_t length = strlen(path);
  size_t end = length;
  while (end > 0 && path[end - 1] == '/')
    --end;
  if (end == 0) { // only slashes; two of them are a root of their own
    if (length == 0)
      return (char *)dot;
    path[length == 2 ? 2 : 1] = 0;
    return path;
  }
  while (end > 0 && path[end - 1] != '/')
    --end;
  if (end == 0)
    return (char *)dot;
  const size_t slashes = end;
  while (end > 0 && path[end - 1] == '/')
    --end;
  if (end == 0)
    end = slashes == 2 ? 2 : 1;
  path[end] = 0;
  return path;
}

char *__xpg_basename(char *path) {
  static const char dot[] = ".";
  if (path == NULL || path[0] == 0)
    return (char *)dot;
  const size_t length = strlen(path);
  size_t end = length;
  while (end > 0 && path[end - 1] == '/')
    --end;
  if (end == 0)
    return path + length - 1;
  if (end < length)
    path[end] = 0;
  while (end > 0 && path[end - 1] != '/')
    --end;
  return path + end;
}

// Where a thread is. The addresses are any.

int backtrace(void **to, int most) {
  if (most <= 0)
    return 0;
  raceward_writes(to, (size_t)most * sizeof *to);
  return model_number(0, most);
}
char **backtrace_symbols(void *const *from, int count) {
  static const char text[] = "function";
  if (count < 0)
    return NULL;
  raceward_reads(from, (size_t)count * sizeof *from);
  const char **texts = malloc((size_t)count * sizeof *texts);
  if (texts == NULL)
    return NULL;
  for (int i = 0; i < count; ++i)
    texts[i] = text;
  return (char **)texts;
}
void backtrace_symbols_fd(void *const *from, int count, int number) {
  if (count > 0)
    raceward_reads(from, (size_t)count * sizeof *from);
  model_error_number(); // of writing
}
