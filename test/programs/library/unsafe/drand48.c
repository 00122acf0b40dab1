// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: drand48 srand48
//
// One state for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static void first(void) {
  drand48();
}

static void second(void) {
  srand48(1);
}
