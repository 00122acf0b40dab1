// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getpwent setpwent
//
// The place in the table is shared.
#define _GNU_SOURCE
#include "pair.h"

#include <pwd.h>

static void first(void) {
  getpwent();
}

static void second(void) {
  setpwent();
}
