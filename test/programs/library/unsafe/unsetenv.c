// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: unsetenv clearenv
//
// Both change the environment.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static void first(void) {
  unsetenv("A");
}

static void second(void) {
  clearenv();
}
