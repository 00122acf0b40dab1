// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: localeconv
//
// One struct for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <locale.h>

static void first(void) {
  localeconv();
}

static void second(void) {
  localeconv();
}
