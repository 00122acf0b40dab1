// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: qfcvt
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static int a, b, c, d;

static void first(void) {
  qfcvt(1.0L, 3, &a, &b);
}

static void second(void) {
  qfcvt(2.0L, 3, &c, &d);
}
