// VERDICT: race-free
// VERDICT-POSIX: race
// BY: strerror
//
// glibc has a text for each thread.
#define _GNU_SOURCE
#include "pair.h"

#include <string.h>

static void first(void) {
  strerror(1);
}

static void second(void) {
  strerror(2000);
}
