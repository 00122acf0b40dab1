// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: lgamma lgammaf
//
// All of them write signgam.
#define _GNU_SOURCE
#include "pair.h"

#include <math.h>

static void first(void) {
  lgamma(0.5);
}

static void second(void) {
  lgammaf(1.5f);
}
