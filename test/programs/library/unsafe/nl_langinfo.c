// VERDICT: race-free
// VERDICT-POSIX: race
// BY: nl_langinfo
//
// glibc returns constant texts.
#define _GNU_SOURCE
#include "pair.h"

#include <langinfo.h>

static void first(void) {
  nl_langinfo(CODESET);
}

static void second(void) {
  nl_langinfo(CODESET);
}
