// VERDICT: race-free
// VERDICT-POSIX: race
// BY: strsignal
//
// glibc has a text for each thread.
#define _GNU_SOURCE
#include "pair.h"

#include <string.h>

static void first(void) {
  strsignal(1);
}

static void second(void) {
  strsignal(200);
}
