// VERDICT: race-free
// VERDICT-POSIX: race
// BY: wcstombs
//
// glibc has a state for each call.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static char a[4], b[4];

static void first(void) {
  wcstombs(a, L"a", 4);
}

static void second(void) {
  wcstombs(b, L"b", 4);
}
