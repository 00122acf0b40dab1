// What functions with a locale do to it.
#pragma once

#include "model.h"

#include <locale.h>

/// Objects of the library for named locales, which newlocale() gives and freelocale() takes.
struct model_locale {
  char names[32];
};

/// Whether the process, or this thread, may have another locale than the one that programs start
/// with. Functions that look at it depend on the locale (src/program/LocaleUses.cpp).
extern char model_process_has_locale;
extern _Thread_local char model_thread_has_locale;

static inline int model_is_c_locale(void) {
  return (model_process_has_locale | model_thread_has_locale) == 0;
}

/// Only reads it: freelocale() at the same time is a race. The locale of the process is no object.
static inline void model_reads_locale(locale_t locale) {
  if (locale != LC_GLOBAL_LOCALE)
    raceward_reads(locale, 1);
}
