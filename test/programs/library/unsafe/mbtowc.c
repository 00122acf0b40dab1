// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: mbtowc
//
// The state of a conversion is shared.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static wchar_t a, b;

static void first(void) {
  mbtowc(&a, "a", 1);
}

static void second(void) {
  mbtowc(&b, "b", 1);
}
