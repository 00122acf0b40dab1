// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: seed48 lcong48
//
// One state for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static unsigned short a[3], b[7];

static void first(void) {
  seed48(a);
}

static void second(void) {
  lcong48(b);
}
