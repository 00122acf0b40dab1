// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: wcrtomb
//
// Without a state of the caller, one for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <wchar.h>

static char a[16], b[16];

static void first(void) {
  wcrtomb(a, L'a', NULL);
}

static void second(void) {
  wcrtomb(b, L'b', NULL);
}
