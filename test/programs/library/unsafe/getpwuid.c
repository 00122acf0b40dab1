// VERDICT: race-free
// VERDICT-POSIX: race
// BY: getpwnam getpwuid
//
// glibc has an entry for each function.
#define _GNU_SOURCE
#include "pair.h"

#include <pwd.h>

static void first(void) {
  getpwnam("a");
}

static void second(void) {
  getpwuid(1);
}
