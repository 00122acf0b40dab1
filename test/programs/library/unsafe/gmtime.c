// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: gmtime localtime
//
// Both functions return the same struct.
#define _GNU_SOURCE
#include "pair.h"

#include <time.h>

static time_t a, b;

static void first(void) {
  gmtime(&a);
}

static void second(void) {
  localtime(&b);
}
