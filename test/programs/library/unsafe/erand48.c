// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: erand48
//
// Parameters are shared, although each has its own state.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static unsigned short a[3], b[3];

static void first(void) {
  erand48(a);
}

static void second(void) {
  erand48(b);
}
