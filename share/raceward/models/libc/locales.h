// What functions with a locale do to it.
#pragma once

#include "model.h"

#include <locale.h>

/// Objects of the library for named locales, which newlocale() gives and freelocale() takes.
struct model_locale {
  char names[32];
};

/// Only reads it: freelocale() at the same time is a race. The locale of the process is no object.
static inline void model_reads_locale(locale_t locale) {
  if (locale != LC_GLOBAL_LOCALE)
    raceward_reads(locale, 1);
}
