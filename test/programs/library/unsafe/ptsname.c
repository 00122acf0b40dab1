// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: ptsname
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static void first(void) {
  ptsname(3);
}

static void second(void) {
  ptsname(4);
}
