// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: mbsrtowcs
//
// Without a state of the caller, one for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <wchar.h>

static wchar_t a[4], b[4];
static const char *c = "a", *d = "b";

static void first(void) {
  mbsrtowcs(a, &c, 4, NULL);
}

static void second(void) {
  mbsrtowcs(b, &d, 4, NULL);
}
