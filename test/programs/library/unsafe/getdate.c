// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getdate
//
// One struct for all threads, and getdate_err.
#define _GNU_SOURCE
#include "pair.h"

#include <time.h>

static void first(void) {
  getdate("1");
}

static void second(void) {
  getdate("2");
}
