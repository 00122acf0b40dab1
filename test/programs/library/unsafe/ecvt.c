// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: ecvt
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static int a, b, c, d;

static void first(void) {
  ecvt(1.0, 3, &a, &b);
}

static void second(void) {
  ecvt(2.0, 3, &c, &d);
}
