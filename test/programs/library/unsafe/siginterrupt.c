// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: siginterrupt
//
// A set of signals is shared.
#define _GNU_SOURCE
#include "pair.h"

#include <signal.h>

static void first(void) {
  siginterrupt(1, 1);
}

static void second(void) {
  siginterrupt(2, 0);
}
