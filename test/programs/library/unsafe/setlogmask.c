// VERDICT: race-free
// VERDICT-POSIX: race
// BY: setlogmask
//
// glibc locks the mask.
#define _GNU_SOURCE
#include "pair.h"

#include <syslog.h>

static void first(void) {
  setlogmask(1);
}

static void second(void) {
  setlogmask(2);
}
