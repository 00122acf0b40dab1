// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: ttyname
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <unistd.h>

static void first(void) {
  ttyname(0);
}

static void second(void) {
  ttyname(1);
}
