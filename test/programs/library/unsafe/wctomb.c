// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: wctomb
//
// The state of a conversion is shared.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static char a[16], b[16];

static void first(void) {
  wctomb(a, L'a');
}

static void second(void) {
  wctomb(b, L'b');
}
