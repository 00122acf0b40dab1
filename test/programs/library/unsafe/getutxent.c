// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getutxent setutxent
//
// The place in the file is shared.
#define _GNU_SOURCE
#include "pair.h"

#include <utmpx.h>

static void first(void) {
  getutxent();
}

static void second(void) {
  setutxent();
}
