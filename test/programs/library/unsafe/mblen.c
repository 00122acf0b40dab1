// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: mblen
//
// The state of a conversion is shared.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static int a, b;

static void first(void) {
  a = mblen("a", 1);
}

static void second(void) {
  b = mblen("b", 1);
}
