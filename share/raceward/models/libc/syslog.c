// The system's log. Its state is behind a lock of the library, but the text of openlog() is memory
// of the program that every message reads.
#include "system.h"

#include <stdio.h>
#include <sys/klog.h>
#include <syslog.h>

/// Atomic, as it is behind that lock.
static const char *prefix;

void openlog(const char *name, int options, int facility) {
  __atomic_store_n(&prefix, name, __ATOMIC_SEQ_CST);
}

void closelog(void) {
  __atomic_store_n(&prefix, NULL, __ATOMIC_SEQ_CST);
}

static void message(const char *format, va_list list) {
  const char *const name = __atomic_load_n(&prefix, __ATOMIC_SEQ_CST);
  if (name != NULL)
    raceward_reads_text(name);
  (void)vsnprintf(NULL, 0, format, list);
}

void syslog(int priority, const char *format, ...) {
  va_list list;
  va_start(list, format);
  message(format, list);
  va_end(list);
}

void __syslog_chk(int priority, int flag, const char *format, ...) {
  va_list list;
  va_start(list, format);
  message(format, list);
  va_end(list);
}

void vsyslog(int priority, const char *format, va_list list) {
  message(format, list);
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list list) {
  message(format, list);
}

/// The mask before.
int setlogmask(int mask) {
  return raceward_guess_int() & 255;
}

int klogctl(int type, char *to, int bytes) {
  enum { kRead = 2, kReadClear = 4 };
  if ((type >= kRead) & (type <= kReadClear))
    raceward_writes(to, (size_t)bytes);
  return model_natural();
}
