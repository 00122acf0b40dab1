// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: l64a
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static void first(void) {
  l64a(1);
}

static void second(void) {
  l64a(2);
}
