// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getttyent setttyent
//
// One entry for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <ttyent.h>

static void first(void) {
  getttyent();
}

static void second(void) {
  setttyent();
}
