// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: crypt
//
// One struct for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <crypt.h>

static void first(void) {
  crypt("a", "bc");
}

static void second(void) {
  crypt("d", "ef");
}
